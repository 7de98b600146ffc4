#include "cli/options.h"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "solvers/method_names.h"

namespace drystone {

namespace {

/// What is no number at all is left to CLI11, which says so.
CLI::Validator number_that(bool (*fits)(double), const char* must, const char* in_help = "") {
    const auto judge = [fits, must](const std::string& text) {
        double value = 0.0;
        const bool read = CLI::detail::lexical_cast(text, value);
        return !read || fits(value) ? std::string() : fmt::format("{} must be {}", text, must);
    };
    return CLI::Validator(judge, in_help);
}

}  // namespace

CLI::Validator finite() {
    return number_that([](double x) { return std::isfinite(x); }, "a finite number");
}
CLI::Validator above_zero() {
    return number_that([](double x) { return x > 0.0; }, "a number above 0", "POSITIVE");
}
CLI::Validator zero_or_more() {
    return number_that([](double x) { return x >= 0.0; }, "a number, 0 or more", "NONNEGATIVE");
}

void add_scene(CLI::App& command, std::string& scene, std::vector<std::string>& overrides) {
    command.add_option("SCENE", scene, "the scene, a TOML file")->required();
    option(command, "--set", overrides,
           "a value of the scene to replace, e.g. solver.tolerance=1e-8; may be repeated", "KEY=VALUE")
        ->allow_extra_args(false);
}

void add_threads(CLI::App& command, std::optional<int>& threads) {
    option(command, "--threads", threads, "threads; 0: all cores (default: the scene's solver.threads)", "N")
        ->check(CLI::Range(0, 4096));
}

namespace {

/// What --vary looks for, --to is the precision of and --out is the folder for.
struct ThresholdWords {
    const char *vary, *to, *out;
};

/// Options of commands that answer a question in words, or look for where the answer changes.
template <class Command>
void add_threshold(CLI::App& app, Command& command, const ThresholdWords& words) {
    option(app, "--vary", command.vary, words.vary, "KEY=LOW:HIGH");
    option(app, "--to", command.precision, words.to, "REL")->check(CLI::Range(1e-12, 0.5));
    option(app, "--out", command.out, words.out, "DIR");
    app.add_flag("--force", command.force, "also where that folder is not empty");
    app.add_flag("--json", command.json, "print one JSON object instead of words");
    add_threads(app, command.threads);
}

}  // namespace

void add_stability(CLI::App& command, StabilityCommand& stability) {
    add_scene(command, stability.scene, stability.overrides);
    option(command, "--step", stability.step, "time step in seconds (default: the scene's)", "H")
        ->check(above_zero());
    add_threshold(command, stability,
                  {"look for the value of a key, between two, where standing turns into moving",
                   "relative precision of that value (default: 1e-3)",
                   "folder for mechanism.csv, the velocities of all bodies"});
}

void add_limit(CLI::App& command, LimitCommand& limit) {
    add_scene(command, limit.scene, limit.overrides);
    option(command, "--flow", limit.flow,
           "associated (default), or coulomb: also where steps from rest begin to move though forces could hold", "FLOW")
        ->check(CLI::IsMember({"associated", "coulomb"}));
    add_threshold(command, limit,
                  {"look for the value of a key, between two, up to which the dead load is carried, instead of the multiplier",
                   "relative precision of --vary and --flow coulomb (default: 1e-3)",
                   "folder for forces.csv, mechanism.csv and pictures of both"});
}

void add_ensemble(CLI::App& command, EnsembleCommand& ensemble) {
    command
        .add_option("SCENE|DIR", ensemble.subject, "a scene (.toml), or the folder of a run: its last state")
        ->required();
    option(command, "--runs", ensemble.settings.runs,
           "solves, each from other random impulses (default: 100)", "N")
        ->check(CLI::Range(1, 1'000'000));
    option(command, "--seed", ensemble.settings.seed, "of the random impulses and orders (default: 1)", "N")
        ->check(zero_or_more());
    option(command, "--at", ensemble.at, "run the scene to this time first, in seconds (default: its start)",
           "T")
        ->check(above_zero());
    option(command, "--tolerance", ensemble.settings.tolerance,
           "on the residual of every run (default: 1e-8)", "T")
        ->check(above_zero());
    option(command, "--max-iterations", ensemble.settings.max_iterations, "of every run (default: 200000)",
           "N")
        ->check(CLI::Range(1, std::numeric_limits<int>::max()));
    option(command, "--starts", ensemble.starts,
           "size of the random impulses, in typical ones (default: 0.01:100)", "LOW:HIGH");
    command.add_flag("--sweeps-only", ensemble.settings.sweeps_only,
                     "by Gauss-Seidel in random order alone, without a sparse factor (slower)");
    option(command, "--out", ensemble.out,
           "folder for ensemble.svg, ensemble.json, contacts.csv, joints.csv and samples.h5", "DIR");
    command.add_flag("--force", ensemble.force, "also where that folder is not empty");
    command.add_flag("--json", ensemble.json, "print ensemble.json instead of words");
    option(command, "--set", ensemble.overrides, "a value of the scene to replace; may be repeated",
           "KEY=VALUE")
        ->allow_extra_args(false);
    add_threads(command, ensemble.threads);
}

void add_compare(CLI::App& command, CompareCommand& compare) {
    command.add_option("SCENE", compare.scene, "the scene, a TOML file (none with --case)");
    option(command, "--set", compare.overrides, "a value of the scene to replace; may be repeated",
           "KEY=VALUE")
        ->allow_extra_args(false);
    option(command, "--methods", compare.methods,
           "cd, md, kishino, bagi-bojtar, serrano, with commas between them (default: all)", "M,M")
        ->delimiter(',')
        ->allow_extra_args(false);
    option(command, "--case", compare.pile,
           "instead of a scene: what contact dynamics and soft grains cost on a stack, disks or spheres",
           "PILE");
    option(command, "--sizes", compare.sizes, "of --case: balls, with commas between them", "N,N")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(CLI::Range(1, 1'000'000));
    option(command, "--stiffness", compare.stiffness,
           "of --case: springs of soft grains in N/m (default: 1e4,1e6,1e8)", "K,K")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(CLI::Range(1e-6, 1e18));
    option(command, "--accuracy", compare.accuracy,
           "of --case: of contact forces, in the largest (default: 1e-6)", "A")
        ->check(CLI::Range(1e-10, 0.1));
    option(command, "--out", compare.out,
           "folder for contacts.csv, compare.json and compare.svg, or cost_map.csv, .json and .svg", "DIR");
    command.add_flag("--force", compare.force, "also where that folder is not empty");
    command.add_flag("--json", compare.json, "print compare.json instead of words");
    add_threads(command, compare.threads);
}

void add_statics(CLI::App& command, StaticsCommand& statics) {
    add_scene(command, statics.scene, statics.overrides);
    option(command, "--method", statics.method,
           "serrano, kishino or bagi-bojtar (default: the scene's statics.method, or bagi-bojtar)", "M");
    option(command, "--out", statics.out, "folder of the results (default: the scene's name, here)", "DIR");
    command.add_flag("--force", statics.force, "replace the results of an earlier run in that folder");
    add_threads(command, statics.threads);
    command.add_flag("--no-report", statics.no_report, "leave report.html out");
    command.add_flag("--quiet", statics.quiet, "no progress and no closing words; warnings go to stderr");
}

void add_study(CLI::App& command, StudyCommand& study) {
    add_scene(command, study.scene, study.overrides);
    option(command, "--vary", study.vary,
           "a key and its values: n from a to b, or a list; may be repeated: every value with every other", "KEY=a:b:n|v,v")
        ->allow_extra_args(false)
        ->required();
    option(command, "--collect", study.collect, "a column of a probe over time: last, max, min, mean or absmax; may be repeated",
           "PROBE.COLUMN:HOW")
        ->allow_extra_args(false);
    option(command, "--collapse", study.collapse,
           "what counts as a collapse, e.g. top.angle:absmax>0.5, or failed; may be repeated. Gives a fragility curve", "CRITERION")
        ->allow_extra_args(false);
    option(command, "--intensity", study.intensity,
           "of --collapse: the key that is the intensity (default: the first with numbers above zero)", "KEY");
    option(command, "--out", study.out, "folder of the study; where it holds this study, it goes on", "DIR")->required();
    option(command, "--jobs", study.jobs, "runs beside each other (default: one for each core)", "N")->check(CLI::Range(1, 4096));
    option(command, "--threads", study.threads, "threads of each run; 0: all cores (default: cores over jobs)", "N")
        ->check(CLI::Range(0, 4096));
    command.add_flag("--force", study.force, "begin anew where the folder holds another study");
    command.add_flag("--no-report", study.no_report, "leave report.html of the runs out");
    command.add_flag("--quiet", study.quiet, "no progress and no closing words; what runs complain of goes to stderr");
}

void add_solve(CLI::App& command, SolveCommand& solve) {
    command.add_option("FILE", solve.files, "contact problems, HDF5 in FCLIB's local or global layout")
        ->required();
    std::string methods = "method (default: auto):";
    for (const MethodName& one : method_names) {
        if (one.on_blocks) methods += fmt::format("\n{}: {}", one.name, one.purpose);
    }
    option(command, "--method", solve.method, methods, "M");
    option(command, "--tolerance", solve.tolerance, "on the residual (default: 1e-8)", "T")
        ->check(above_zero());
    option(command, "--max-iterations", solve.max_iterations, "of the method (default: 100000)", "N")
        ->check(CLI::Range(1, std::numeric_limits<int>::max()));
    option(command, "--repeat", solve.repeat, "solve so often and tell the median of the times (default: 1)",
           "N")
        ->check(CLI::Range(1, 1'000'000));
    command.add_flag("--all", solve.all, "every method, and how far their velocities are apart");
    command.add_flag("--from-guess", solve.from_guess, "begin from the file's first guess, not from zero");
    option(command, "--save", solve.save, "file for the problem in local layout with its solution", "FILE");
    command.add_flag("--json", solve.json, "print JSON: an object, or a list of them");
    option(command, "--threads", solve.threads, "accepted for scripts: these solvers use one thread", "N")
        ->check(CLI::Range(0, 4096));
}

void add_bench_solvers(CLI::App& command, BenchCommand& bench) {
    command.add_option("FILE|SCENE", bench.problems, "contact problems in FCLIB files, and scenes (.toml)")
        ->required();
    option(command, "--methods", bench.methods, "methods, with commas between them (default: all that fit)",
           "M,M")
        ->delimiter(',')
        ->allow_extra_args(false);
    option(command, "--out", bench.out, "folder for curves.csv and curves.svg", "DIR");
    command.add_flag("--force", bench.force, "also where that folder is not empty");
    option(command, "--step", bench.step, "of scenes: the step whose problem is taken (default: 1)", "K")
        ->check(CLI::Range(1L, std::numeric_limits<long>::max()));
    option(command, "--limit", bench.limit, "seconds for one solve, about (default: 10)", "S")
        ->check(above_zero());
    option(command, "--threads", bench.threads, "for problems of scenes; 0: all cores (default: 1)", "N")
        ->check(CLI::Range(0, 4096));
    option(command, "--set", bench.overrides, "a value of the scenes to replace; may be repeated",
           "KEY=VALUE")
        ->allow_extra_args(false);
}

void add_resume(CLI::App& command, ResumeCommand& resume) {
    command.add_option("DIR", resume.folder, "the folder of a run")->required();
    option(command, "--set", resume.overrides,
           "a value of the scene to replace that does not change what is computed, e.g. time.duration=2 or output.frames_every=0.01; may be "
           "repeated",
           "KEY=VALUE")
        ->allow_extra_args(false);
    option(command, "--until", resume.until, "simulated time to end at (default: where the run was to end)",
           "T")
        ->check(above_zero());
    add_threads(command, resume.threads);
    command.add_flag("--no-report", resume.no_report, "leave report.html out");
    command.add_flag("--quiet", resume.quiet, "no progress and no closing words; warnings go to stderr");
}

void add_report(CLI::App& command, ReportCommand& report) {
    command.add_option("DIR", report.folder, "the folder of a run")->required();
    option(command, "--budget", report.megabytes, "megabytes that the file should not exceed (default: 20)",
           "MB")
        ->check(CLI::Range(1.0, 1e4));
}

void add_view(CLI::App& command, ViewCommand& view) {
    command.add_option("DIR", view.folder, "the folder of a run")->required();
    command.add_option("OTHER", view.beside, "the folder of another run, to be seen beside it");
    option(command, "--port", view.port, "port on 127.0.0.1 (default: one that is free)", "P")
        ->check(CLI::Range(0, 65535));
}

void add_render(CLI::App& command, RenderCommand& render) {
    command.add_option("DIR", render.folder, "the folder of a run")->required();
    option(command, "--out", render.out, "the picture: x.png, or x.svg of a 2D run", "FILE");
    option(command, "--frame", render.frame,
           "simulated time of the picture in seconds, first or last (default: last)", "T");
    option(command, "--movie", render.movie, "the whole run as x.mp4, by the program ffmpeg", "FILE");
    option(command, "--fps", render.fps, "pictures a second of the movie (default: 25)", "N")
        ->check(CLI::Range(0.1, 1000.0));
    option(command, "--speed", render.speed, "simulated seconds in a second of the movie (default: 1)", "S")
        ->check(above_zero());
    option(command, "--size", render.size, "pixels (default: 1600x1200)", "WxH");
    option(command, "--colour", render.colour,
           "velocity, displacement, rotation, pressure, material (default), group (also the source); the worst of a "
           "body's joints: opening, slip, damage, utilisation, status",
           "BY");
    option(command, "--colour-from", render.colour_from,
           "bodies by a column of a table that has a column body (or id), and may have time", "FILE.csv:COLUMN");
    option(command, "--joints", render.joints,
           "draws joints, coloured by opening, slip, damage, utilisation or status", "BY");
    command.add_flag("--cracks", render.cracks, "a crack map: joints as wide as they are open, in mm");
    option(command, "--crack-from", render.crack_from,
           "with --cracks: smaller openings are left out, in mm (default: 1/50 of the largest)", "MM")
        ->check(above_zero());
    command.add_flag("--mechanism", render.mechanism,
                     "arrows of displacements, the shape magnified, outlines of where bodies were");
    option(command, "--since", render.since,
           "displacements and rotations count from the frame nearest to that time (default: the first)", "T");
    option(command, "--field", render.field,
           "of deformable bodies: von_mises, sigma_1, sigma_2, .., sigma_xx, .. or displacement", "FIELD");
    option(command, "--field-range", render.field_range,
           "values at both ends of the field's colour bar (default: of nearly all elements)", "LOW,HIGH")
        ->delimiter(',')
        ->allow_extra_args(false);
    command.add_flag("--crosses", render.crosses, "2D: principal stresses of every element as a cross");
    option(
        command, "--magnify", render.magnified,
        "displacements are drawn so many times larger (default: 1; with --mechanism so that they are seen)",
        "N")
        ->check(above_zero());
    command.add_flag("--forces", render.forces, "contact forces as lines, as wide as they are strong");
    command.add_flag("--thrust", render.thrust, "lines of thrust, through the centres of pressure of joints");
    command.add_flag("--kern", render.kern,
                     "lines of thrust with the kern of the joints, and where they leave it");
    option(command, "--of", render.of,
           "with --thrust: only through the bodies of that name, as in drystone joints", "NAME");
    option(command, "--view", render.view,
           "3D: where the eye is, seen from the scene (default: front, right, above)", "X,Y,Z")
        ->delimiter(',')
        ->allow_extra_args(false);
    command.add_flag("--perspective", render.perspective, "3D: what is far looks smaller");
    option(command, "--opacity", render.opacity,
           "3D: of bodies, 0 to 1 (default: 1, with --forces, --joints, .. 0.25)", "A")
        ->check(CLI::Range(0.0, 1.0));
    option(command, "--range", render.range,
           "value at the end of the colour bar, as it is told there (default: of nearly all bodies)", "V")
        ->check(above_zero());
    option(command, "--force-scale", render.newton,
           "force drawn at the full width (default: a strong one of the picture)", "N")
        ->check(above_zero());
    command.add_flag("--whole-run", render.whole_run,
                     "camera and scales that suit all frames, to compare pictures");
    command.add_flag("--plain", render.plain, "the scene alone, without time, legend and scale");
    option(command, "--threads", render.threads, "threads; 0: all cores (default)", "N")
        ->check(CLI::Range(0, 4096));
}

void add_pack(CLI::App& command, PackCommand& pack) {
    command.add_option("DIR", pack.folder, "the folder of a run that has ended")->required();
    option(command, "--out", pack.out, "the bundle (default: the folder's name with .drystone.tar.gz, here)", "FILE");
    command.add_flag("--force", pack.force, "also where that file is there already");
}

void add_verify(CLI::App& command, VerifyCommand& verify) {
    command.add_option("FILE", verify.file, "a bundle, written by drystone pack")->required();
    option(command, "--out", verify.out, "folder to unpack it into, a new one (default: none is left)", "DIR");
    command.add_flag("--hashes-only", verify.hashes_only, "compare the hashes and do not repeat the run");
    command.add_flag("--any-version", verify.any_version, "repeat it though another version of drystone made it");
    add_threads(command, verify.threads);
}

void add_measure(CLI::App& command, MeasureCommand& measure) {
    command.add_option("DIR", measure.folder, "the folder of a run")->required();
    option(command, "--what", measure.what,
           "forces, mobilisation, fabric, stress, profile, gr, sq, field, strain, displacement, msd, mixing, voronoi or avalanches", "WHAT")
        ->required();
    option(command, "--out", measure.out, "x.csv, or drawn: x.png, x.svg; of field also x.vti", "FILE")->required();
    option(command, "--at", measure.at, "the frame nearest to that time (default: the last; of fabric, stress, msd and mixing: all)", "T");
    option(command, "--since", measure.since, "of strain, displacement and msd: since the frame nearest to that time (default: the first)", "T");
    option(command, "--from", measure.from, "of field: the mean over the frames from that time on", "T");
    option(command, "--to", measure.to, "of field: up to that time (default: the end)", "T");
    option(command, "--region", measure.region,
           "of stress, fabric, forces and mobilisation: what is in there, as 'type = \"box\", min = [0, 0], max = [1, 1]'", "TABLE");
    option(command, "--with", measure.with, "the body that the region has moved with since the first frame", "BODY");
    option(command, "--by", measure.by, "of mixing: kinds by group, material or radius (default: the first by which there are two)", "BY");
    option(command, "--cell", measure.cell, "of mixing: edge of the cells in m (default: four mean diameters)", "L")->check(above_zero());
    option(command, "--axis", measure.axis, "of profile: x, y, z or a direction as 1,1,0 (default: the last axis)", "AXIS");
    option(command, "--bins", measure.bins, "of profile, gr, sq, forces and mobilisation", "N")->check(CLI::Range(1, 100000));
    option(command, "--farthest", measure.farthest,
           "of gr: largest distance in m (default: six mean diameters); of sq: largest q in 1/m (default: 8 pi over the mean diameter)", "R")
        ->check(above_zero());
    option(command, "--kernel", measure.kernel, "of field: lucy or gaussian (default: lucy)", "NAME");
    option(command, "--width", measure.width, "of field: width of its kernel in m (default: the mean diameter)", "W")->check(above_zero());
    option(command, "--spacing", measure.spacing, "of field: of its points in m (default: half the width)", "L")->check(above_zero());
    option(command, "--of", measure.of, "of avalanches: the column of a probe, probe.column", "COLUMN");
    option(command, "--above", measure.above, "of avalanches: the threshold", "X");
    option(command, "--column", measure.column,
           "that a picture shows (default: the second; of strain shear, of field density, of voronoi solid_fraction)", "COLUMN");
}

void add_plot(CLI::App& command, PlotCommand& plot) {
    command.add_option("DIR", plot.folders, "folders of runs")->required();
    option(command, "--x", plot.x,
           "probe.column, steps.column or time (default); with a minus sign, --x=-probe.column, turned round",
           "COLUMN");
    option(command, "--y", plot.y, "likewise; may be given several times", "COLUMN")
        ->required()
        ->allow_extra_args(false);
    command.add_flag("--x-from-start", plot.x_from_start, "x less its first value, as displacements are");
    command.add_flag("--y-from-start", plot.y_from_start, "likewise y");
    option(command, "--title", plot.title, "above the plot (default: none)", "TEXT");
    option(command, "--size", plot.size, "in pixels; a PNG has twice as many (default: 900x600)", "WxH");
    option(command, "--out", plot.out, "x.svg or x.png (default: plot.svg)", "FILE");
}

}  // namespace drystone
