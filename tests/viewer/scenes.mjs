// The scenes the tests look at.

const materials = `
[materials.stone]
density = 2000.0
[materials.glass]
density = 2500.0
[[interactions]]
between = ["*", "*"]
friction = 0.5
`;

/// A ball that falls beside one that lies, in the plane.
export const plane = `
[scene]
title = "Two disks <and a floor>"
dimension = 2
gravity = [0.0, -10.0]
[time]
step = 1e-3
duration = 0.3
${materials}
[output]
frames_every = 0.01
[[bodies]]
name = "floor"
material = "stone"
fixed = true
shape = { type = "plane", normal = [0, 1] }
[[bodies]]
name = "falling"
material = "glass"
shape = { type = "disk", radius = 0.1 }
position = [0.3, 1.0]
angular_velocity = 5.0
[[bodies]]
name = "lying"
material = "stone"
shape = { type = "disk", radius = 0.1 }
position = [0.0, 0.1]
[[probes]]
name = "falling"
body = "falling"
quantities = ["position", "velocity", "angle"]
[[probes]]
name = "all"
quantities = ["kinetic_energy", "contacts"]
every = 0.01
`;

/// Spheres that settle in a box, with a clump and a drum beside them.
export const space = `
[scene]
title = "Spheres"
dimension = 3
gravity = [0.0, 0.0, -10.0]
[time]
step = 2e-3
duration = 0.4
[solver]
tolerance = 1e-3
${materials}
[output]
frames_every = 0.04
[[generate]]
type = "packing"
name = "grains"
shape = "sphere"
material = "glass"
count = 120
radius = [0.03, 0.04]
inside = { type = "box", min = [0, 0, 0.1], max = [0.4, 0.4, 0.6] }
${[[[0, 0, 1], [0, 0, 0]], [[1, 0, 0], [0, 0, 0]], [[-1, 0, 0], [0.4, 0, 0]], [[0, 1, 0], [0, 0, 0]], [[0, -1, 0], [0, 0.4, 0]]]
    .map(([normal, position]) => `
[[bodies]]
material = "stone"
fixed = true
shape = { type = "plane", normal = [${normal}] }
position = [${position}]`).join("")}
[[bodies]]
name = "dumbbell"
material = "stone"
position = [0.2, 0.2, 0.7]
angular_velocity = [0.0, 3.0, 2.0]
[bodies.shape]
type = "compound"
parts = [{ type = "sphere", radius = 0.04, position = [-0.05, 0, 0] }, { type = "sphere", radius = 0.04, position = [0.05, 0, 0] }]
[[probes]]
name = "dumbbell"
body = "dumbbell"
quantities = ["position", "orientation"]
`;

/// A ball of radius 0.1 on the floor under a piston: a plane whose origin is far away, or a plate; held but for the way down.
export function pressed(dimension, kind) {
    const vector = (x, up) => JSON.stringify(dimension === 2 ? [x, up] : [x, 0, up]);
    const [shape, place] = kind === "plane" ? [`type = "plane", normal = ${vector(0, -1)}`, vector(7, 0.2)]
        : [`type = "box", size = ${JSON.stringify(dimension === 2 ? [1, 0.1] : [1, 1, 0.1])}`, vector(0.3, 0.25)];
    return `
[scene]
title = "Pressed"
dimension = ${dimension}
gravity = ${vector(0, -10)}
[time]
step = 1e-3
duration = 0.05
${materials}
[[bodies]]
name = "floor"
material = "stone"
fixed = true
shape = { type = "plane", normal = ${vector(0, 1)} }
position = ${vector(5, 0)}
[[bodies]]
name = "ball"
material = "stone"
shape = { type = "${dimension === 2 ? "disk" : "sphere"}", radius = 0.1 }
position = ${vector(0, 0.1)}
[[bodies]]
name = "piston"
material = "stone"
mass = 2.0
shape = { ${shape} }
position = ${place}
[[drives]]
body = "piston"
fix = ${JSON.stringify(dimension === 2 ? ["x", "rz"] : ["x", "y", "rx", "ry", "rz"])}
force = ${vector(0, -30)}
`;
}

/// An arch of 9 voussoirs.
export const arch = `
[scene]
title = "Arch"
dimension = 2
gravity = [0.0, -10.0]
[time]
step = 1e-3
duration = 0.02
[solver]
tolerance = 1e-8
${materials}
[[generate]]
type = "arch"
name = "arch"
material = "stone"
radius = 1.0
thickness = 0.3
voussoirs = 9
`;

/// Blocks on blocks, the uppermost thrown.
export const blocks = `
[scene]
title = "Blocks"
dimension = 3
gravity = [0.0, 0.0, -10.0]
[time]
step = 1e-3
duration = 0.1
[solver]
method = "auto"
${materials}
[output]
frames_every = 0.02
[[bodies]]
name = "ground"
material = "stone"
fixed = true
shape = { type = "box", size = [2, 2, 0.2] }
position = [0, 0, -0.1]
[[bodies]]
name = "lower"
material = "stone"
shape = { type = "box", size = [0.4, 0.4, 0.2] }
position = [0, 0, 0.1]
[[bodies]]
name = "upper"
material = "glass"
shape = { type = "box", size = [0.2, 0.2, 0.2] }
position = [0, 0, 0.3]
velocity = [1.0, 0, 0]
angular_velocity = [2.0, 3.0, 4.0]
[[probes]]
name = "upper"
body = "upper"
quantities = ["position", "orientation"]
`;

/// Three disks wedged together, more than one sweep of the solver can settle.
export const wedged = plane.replace("position = [0.3, 1.0]", "position = [0.2, 0.1]").replace("angular_velocity = 5.0", "")
    .replace("[output]", "[solver]\nmax_iterations = 1\n[output]") + `
[[bodies]]
material = "stone"
shape = { type = "disk", radius = 0.1 }
position = [0.1, 0.27320508]
`;

/// Blocks of 1 x 2 m under their own weight, without friction: one meshed, one of uniform strain.
export const soft = `
[scene]
title = "Soft blocks"
dimension = 2
gravity = [0.0, -10.0]
[time]
step = 1.0
duration = 4.0
quasistatic = true
[solver]
tolerance = 1e-9
[materials.stone]
density = 1000.0
young = 1e6
poisson = 0.2
[[interactions]]
between = ["*", "*"]
friction = 0.0
[output]
frames_every = 1.0
[[bodies]]
name = "floor"
material = "stone"
fixed = true
shape = { type = "plane", normal = [0, 1] }
[[bodies]]
name = "uniform"
material = "stone"
shape = { type = "box", size = [1.0, 2.0] }
position = [2.0, 1.0]
deformable = "uniform"
[[bodies]]
name = "meshed"
material = "stone"
shape = { type = "box", size = [1.0, 2.0] }
position = [0.0, 1.0]
deformable = { divisions = [2, 8] }
[[probes]]
name = "top"
body = "meshed"
at = [0.5, 2.0]
quantities = ["position"]
`;

/// A block that tips about a corner of the one it stands on.
export const tipping = `
[scene]
title = "Tipping"
dimension = 2
gravity = [0.0, -10.0]
[time]
step = 1e-3
duration = 0.1
[output]
frames_every = 0.02
[materials.stone]
density = 2000.0
[[interactions]]
between = ["stone", "stone"]
friction = 0.9
[[bodies]]
name = "base"
material = "stone"
fixed = true
shape = { type = "box", size = [0.6, 0.2] }
position = [0.0, 0.1]
[[bodies]]
name = "block"
material = "stone"
shape = { type = "box", size = [0.6, 0.4] }
position = [0.0, 0.4]
velocity = [-0.3, 0.45]
angular_velocity = 1.5
[[probes]]
name = "block"
body = "block"
quantities = ["position", "contact_force"]
`;

/// Disks rain on a shelf, and leave below it.
export const rain = `
[scene]
title = "Rain"
dimension = 2
gravity = [0.0, -10.0]
[time]
step = 2e-3
duration = 0.5
${materials}
[output]
frames_every = 0.02
[[bodies]]
name = "shelf"
material = "stone"
fixed = true
shape = { type = "box", size = [0.3, 0.04] }
[[sources]]
name = "rain"
material = "glass"
shape = "disk"
radius = 0.03
region = { type = "box", min = [-0.3, 0.2], max = [0.3, 0.4] }
rate = 60.0
velocity = [0, -1]
[[sinks]]
name = "out"
region = { type = "box", min = [-2, -5], max = [2, -0.3] }
[[probes]]
name = "counts"
quantities = ["sources.rain.count", "sinks.out.count"]
every = 0.02
`;

/// Two disks in a cell that is sheared: one leaves on the right, the other lies on the lower border.
export const repeating = `[scene]
title = "A cell"
dimension = 2
[time]
step = 1e-3
duration = 0.3
[cell]
size = [1.0, 1.0]
periodic = [true, true]
control = { xy = { rate = 0.5 } }
[materials.stone]
density = 1000.0
[[interactions]]
between = ["stone", "stone"]
friction = 0.5
[[bodies]]
name = "runner"
material = "stone"
shape = { type = "disk", radius = 0.1 }
position = [0.8, 0.5]
velocity = [2.0, 0.0]
[[bodies]]
name = "edge"
material = "stone"
shape = { type = "disk", radius = 0.1 }
position = [0.5, 0.0]
[[probes]]
name = "runner"
body = "runner"
quantities = ["position"]
every = 0.1
[output]
frames_every = 0.1
`;
