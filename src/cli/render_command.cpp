#include "cli/render_command.h"

#include <charconv>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "cli/picture_file.h"
#include "core/input_error.h"
#include "io/atomic_file.h"
#include "render/movie.h"
#include "render/png.h"
#include "render/run_pictures.h"
#include "run/interrupt.h"
#include "run/say.h"

namespace drystone {

using render::RunPictures;

namespace {

constexpr double most_pictures = 1e6;

void check_names(const RenderCommand& command) {
    if (command.out.empty() && command.movie.empty())
        throw InputError("drystone render",
                         "says nothing to write: give --out x.png, --out x.svg or --movie x.mp4");
    if (!command.out.empty()) {
        if (!ends_with(command.out, ".png") && !ends_with(command.out, ".svg"))
            throw InputError(command.out, "pictures are .png or, of 2D runs, .svg");
        refuse_place(command.out);
    }
    if (!command.movie.empty()) {
        if (!ends_with(command.movie, ".mp4")) throw InputError(command.movie, "movies are .mp4");
        refuse_place(command.movie);
    }
}

/// --joints, --cracks, --crack-from
void read_joints(const RenderCommand& command, render::PictureSettings& out) {
    if (command.crack_from && !command.cracks)
        throw InputError("--crack-from", "belongs to --cracks, which is not given");
    if (command.crack_from) out.crack_from = 1e-3 * *command.crack_from;
    if (command.joints.empty()) return;
    if (command.cracks)
        throw InputError("--joints " + command.joints,
                         "--cracks draws joints by their openings: give one of the two");
    out.joints = render::colour_by(command.joints);
    if (!out.joints || !render::joint_value_of(*out.joints))
        throw InputError("--joints " + command.joints,
                         "is not known: there are opening, slip, damage, utilisation and status");
}

render::PictureSettings settings_of(const RenderCommand& command) {
    render::PictureSettings out{.field = command.field,
                                .magnified = command.magnified,
                                .since = command.since,
                                .mechanism = command.mechanism,
                                .joints = {},
                                .cracks = command.cracks,
                                .crack_from = {},
                                .crosses = command.crosses,
                                .forces = command.forces,
                                .thrust = command.thrust || command.kern,
                                .kern = command.kern,
                                .of = command.of,
                                .view = {},
                                .perspective = command.perspective,
                                .plain = command.plain,
                                .range = command.range,
                                .field_range = {},
                                .newton = command.newton,
                                .opacity = command.opacity};
    const auto [width, height] = size_in(command.size);
    out.width = width;
    out.height = height;
    if (!command.movie.empty() && (out.width % 2 != 0 || out.height % 2 != 0))
        throw InputError("--size " + command.size, "a movie needs even numbers");
    const auto way = render::colour_by(command.colour);
    if (!way)
        throw InputError("--colour " + command.colour, "is not known: there are " + render::names_of_ways());
    out.colour = *way;
    if (!command.colour_from.empty()) {
        if (command.colour != RenderCommand{}.colour)
            throw InputError("--colour-from " + command.colour_from, "bodies have one colour: --colour is given as well");
        out.values.emplace(command.colour_from);
    }
    read_joints(command, out);
    if (!command.field_range.empty()) {
        if (command.field.empty())
            throw InputError("--field-range", "belongs to --field, which is not given");
        if (command.field_range.size() != 2 || !(command.field_range[0] < command.field_range[1]))
            throw InputError("--field-range",
                             "needs two numbers with a comma, the smaller one first: LOW,HIGH");
        out.field_range = {command.field_range[0], command.field_range[1]};
    }
    if (!command.view.empty()) {
        if (command.view.size() != 3) throw InputError("--view", "needs three numbers with commas: x,y,z");
        out.view = Vec<3>{{command.view[0], command.view[1], command.view[2]}};
    }
    return out;
}

/// Which frame --frame means. A time between the last frame and where the next would have been is still the run's.
int frame_of(const RunPictures& pictures, const std::string& asked) {
    const int last = pictures.frames() - 1;
    if (asked == "last") return last;
    if (asked == "first") return 0;
    double time = 0.0;
    const auto [end, error] = std::from_chars(asked.data(), asked.data() + asked.size(), time);
    if (error != std::errc{} || end != asked.data() + asked.size() || !std::isfinite(time))
        throw InputError("--frame " + asked, "is not a time in seconds, nor first or last");
    const double begin = pictures.time(0), until = pictures.time(last);
    const double spacing = last > 0 ? (until - begin) / last : 0.0;
    if (time < begin - 1e-9 * until || time > until + spacing + 1e-9 * until)
        throw InputError("--frame " + asked,
                         fmt::format("is outside the run: its frames are from {:g} to {:g} s", begin, until));
    return pictures.nearest(time);
}

void write_picture(const RenderCommand& command, RunPictures& pictures, ThreadPool& pool) {
    const int frame = frame_of(pictures, command.frame);
    pictures.look_at(command.whole_run ? 0 : frame, command.whole_run ? pictures.frames() - 1 : frame);
    write_atomically(command.out, ends_with(command.out, ".svg") ? pictures.svg(frame)
                                                                 : encode_png(pictures.image(frame, pool)));
    say(fmt::format("{}: frame {} of {}, at {:g} s\n", command.out, frame + 1, pictures.frames(),
                    pictures.time(frame)));
}

ExitStatus write_movie(const RenderCommand& command, RunPictures& pictures,
                       const render::PictureSettings& settings, ThreadPool& pool) {
    const double begin = pictures.time(0), end = pictures.time(pictures.frames() - 1);
    const double count = std::floor((end - begin) * command.fps / command.speed * (1.0 + 1e-9)) + 1.0;
    if (count > most_pictures)
        throw InputError("--movie",
                         fmt::format("would have {:.2g} pictures: raise --speed or lower --fps", count));
    catch_interrupts();
    render::Movie movie(command.movie, settings.width, settings.height, command.fps);
    pictures.look_at(0, pictures.frames() - 1);
    render::Image image;
    int shown = -1;
    for (int k = 0; k < static_cast<int>(count); ++k) {
        const int frame = pictures.nearest(begin + k * command.speed / command.fps);
        if (frame != shown) image = pictures.image(frame, pool);
        shown = frame;
        if (!movie.add(image, interrupted)) return ExitStatus::interrupted;
    }
    movie.finish();
    say(fmt::format("{}: {:g} s of the run in {} pictures, {:g} s\n", command.movie, end - begin,
                    static_cast<int>(count), count / command.fps));
    return ExitStatus::done;
}

}  // namespace

ExitStatus render_pictures(const RenderCommand& command) {
    check_names(command);
    const render::PictureSettings settings = settings_of(command);
    RunPictures pictures(command.folder, settings);
    if (ends_with(command.out, ".svg") && pictures.bodies().dimension == 3)
        throw InputError(command.out, "only 2D runs are written as SVG: give a name that ends with .png");
    ThreadPool pool(command.threads);
    if (!command.out.empty()) write_picture(command, pictures, pool);
    return command.movie.empty() ? ExitStatus::done : write_movie(command, pictures, settings, pool);
}

}  // namespace drystone
