// The shaders of bodies and forces. Lighting is one function for all, in view space; colours go to the screen as they are.
//
// Balls are drawn as a quad each, and the ray through every pixel is cut with the sphere: round at any size, two
// triangles a ball. The section plane `cut` (view space, n . x + d < 0 is taken away) is then cut exactly, with a
// flat cap; solids show their back faces in one flat colour, which looks the same.

export const sharedUniforms = () => ({
    cut: { value: [0, 0, 0, 1] },  // n = 0, d = 1: nothing is taken away
    flatView: { value: 0 },        // 1: two dimensions, no lighting
    opacity: { value: 1 },
});

export const common = /* glsl */ `
    uniform vec4 cut;
    uniform float flatView;
    uniform float opacity;

    vec3 shade(vec3 colour, vec3 n) {
        if (flatView > 0.5) return colour;
        float key = max(dot(n, normalize(vec3(-0.45, 0.75, 0.6))), 0.0);
        float sky = 0.5 + 0.5 * n.y;
        float rim = mix(0.85, 1.0, smoothstep(0.0, 0.45, abs(n.z)));
        return colour * rim * (0.58 + 0.16 * sky + 0.34 * key);
    }
    vec3 capped(vec3 colour) { return colour * 0.86; }
    float above(vec3 p) { return dot(cut.xyz, p) + cut.w; }  // the section
    bool taken(vec3 p) { return above(p) < 0.0; }
`;

export const turned = /* glsl */ `
    vec3 turned(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
`;

export const ballVertex = /* glsl */ `
    attribute vec3 place;
    attribute float radius;
    attribute vec3 tint;
    varying vec3 vTint;
    varying vec3 vCentre;
    varying float vRadius;
    varying vec3 vPoint;
    bool parallel() { return projectionMatrix[3][3] > 0.5; }

    void main() {
        vCentre = (modelViewMatrix * vec4(place, 1.0)).xyz;
        vTint = tint;
        vRadius = radius;
        vec3 towards = parallel() ? vec3(0.0, 0.0, 1.0) : -normalize(vCentre);
        float d = length(vCentre);
        // In perspective a sphere covers more than its radius: the tangent cone.
        float reach = radius * (parallel() ? 1.0 : d / sqrt(max(d * d - radius * radius, 1e-4 * d * d)));
        vec3 side = normalize(cross(vec3(0.0, 1.0, 0.0001), towards));
        vec3 up = cross(towards, side);
        vPoint = vCentre + 1.03 * reach * (position.x * side + position.y * up);
        gl_Position = projectionMatrix * vec4(vPoint, 1.0);
    }
`;

export const ballFragment = /* glsl */ `
    ${common}
    uniform mat4 projectionMatrix;
    varying vec3 vTint;
    varying vec3 vCentre;
    varying float vRadius;
    varying vec3 vPoint;

    void main() {
        bool parallel = projectionMatrix[3][3] > 0.5;
        vec3 origin = parallel ? vec3(vPoint.xy, 0.0) : vec3(0.0);
        vec3 ray = parallel ? vec3(0.0, 0.0, -1.0) : normalize(vPoint);
        vec3 out_ = vCentre - origin;
        float along = dot(out_, ray);
        vec3 miss = out_ - along * ray;
        float inside = 1.0 - dot(miss, miss) / (vRadius * vRadius);  // of the disk the ball covers
        float covered = clamp(0.5 + inside / max(fwidth(inside), 1e-6), 0.0, 1.0);
        if (covered <= 0.0) discard;
        float half_ = vRadius * sqrt(max(inside, 0.0));
        vec3 p = origin + (along - half_) * ray;
        vec3 colour;
        if (taken(p)) {
            float slope = dot(cut.xyz, ray);
            float t = -(dot(cut.xyz, origin) + cut.w) / (abs(slope) > 1e-9 ? slope : 1e-9);
            if (t < along - half_ || t > along + half_) discard;
            p = origin + t * ray;
            colour = capped(vTint);
        } else {
            colour = shade(vTint, (p - vCentre) / vRadius);
        }
        #ifndef FLAT_DEPTH
        vec4 clip = projectionMatrix * vec4(p, 1.0);
        gl_FragDepth = 0.5 * clip.z / clip.w + 0.5;
        #endif
        gl_FragColor = vec4(colour, covered * opacity);
    }
`;

// Disks of a plane scene: a mark shows how they turn.
export const diskVertex = /* glsl */ `
    attribute vec3 place;
    attribute float radius;
    attribute vec4 turn;
    attribute vec3 tint;
    varying vec3 vTint;
    varying vec2 vCorner;
    varying float vRadius;
    ${turned}

    void main() {
        vTint = tint;
        vCorner = 1.03 * position.xy;
        vRadius = radius;
        vec3 p = place + turned(turn, 1.03 * radius * vec3(position.xy, 0.0));
        gl_Position = projectionMatrix * modelViewMatrix * vec4(p, 1.0);
    }
`;

export const diskFragment = /* glsl */ `
    ${common}
    varying vec3 vTint;
    varying vec2 vCorner;
    varying float vRadius;

    void main() {
        float r = length(vCorner);
        float pixel = max(fwidth(r), 1e-6);
        float covered = clamp(0.5 + (1.0 - r) / pixel, 0.0, 1.0);
        if (covered <= 0.0) discard;
        float rim = smoothstep(1.0 - max(0.07, 1.5 * pixel), 1.0 - max(0.03, 0.5 * pixel), r);
        float mark = (1.0 - smoothstep(0.03, 0.03 + 1.5 * pixel, abs(vCorner.y))) * step(0.35, vCorner.x);
        float detail = 1.0 - smoothstep(0.08, 0.25, pixel);  // none on disks of a few pixels
        vec3 colour = vTint * (1.0 - detail * max(0.45 * rim, 0.22 * mark));
        gl_FragColor = vec4(colour, covered * opacity);
    }
`;

// Polyhedra and polygons. `corner` has one coordinate per side of a triangle, zero on it; sides that are not edges of
// the solid never come to zero.
export const solidVertex = /* glsl */ `
    attribute vec3 place;
    attribute vec4 turn;
    attribute vec3 tint;
    attribute vec3 corner;
    varying vec3 vTint;
    varying vec3 vCorner;
    varying vec3 vNormal;
    varying vec3 vPoint;
    ${turned}

    void main() {
        vTint = tint;
        vCorner = corner;
        vNormal = normalMatrix * turned(turn, normal);
        vPoint = (modelViewMatrix * vec4(place + turned(turn, position), 1.0)).xyz;
        gl_Position = projectionMatrix * vec4(vPoint, 1.0);
    }
`;

/// Faces of deformable bodies, at their places.
export const meshVertex = /* glsl */ `
    attribute vec3 tint;
    attribute vec3 corner;
    varying vec3 vTint;
    varying vec3 vCorner;
    varying vec3 vNormal;
    varying vec3 vPoint;

    void main() {
        vTint = tint;
        vCorner = corner;
        vNormal = normalMatrix * normal;
        vPoint = (modelViewMatrix * vec4(position, 1.0)).xyz;
        gl_Position = projectionMatrix * vec4(vPoint, 1.0);
    }
`;

export const solidFragment = /* glsl */ `
    ${common}
    varying vec3 vTint;
    varying vec3 vCorner;
    varying vec3 vNormal;
    varying vec3 vPoint;

    void main() {
        if (taken(vPoint)) discard;
        vec3 near = vCorner / max(fwidth(vCorner), vec3(1e-6));
        float edge = 1.0 - smoothstep(0.4, 1.5, min(near.x, min(near.y, near.z)));
        vec3 n = normalize(vNormal);
        vec3 colour = gl_FrontFacing || flatView > 0.5 ? shade(vTint, n) : capped(vTint);
        #ifdef SECTION
        // What the section has opened shows its back, which a neighbour's front may touch: the back is seen.
        gl_FragDepth = gl_FragCoord.z - (gl_FrontFacing ? 0.0 : 4e-7);
        #endif
        gl_FragColor = vec4(colour * (1.0 - (gl_FrontFacing ? 0.45 : 0.0) * edge), opacity);
    }
`;

// Forces: a tube from `from` to `to`.
export const tubeVertex = /* glsl */ `
    attribute vec3 from;
    attribute vec3 to;
    attribute float radius;
    attribute float taper;  // of the radius at its end
    attribute vec3 tint;
    varying vec3 vTint;
    varying vec3 vNormal;
    varying vec3 vPoint;

    void main() {
        vec3 axis = to - from;
        float l = length(axis);
        axis = l > 0.0 ? axis / l : vec3(0.0, 0.0, 1.0);
        vec3 side = normalize(cross(axis, abs(axis.z) < 0.9 ? vec3(0.0, 0.0, 1.0) : vec3(1.0, 0.0, 0.0)));
        vec3 up = cross(axis, side);
        vec3 outwards = position.x * side + position.y * up;
        vTint = tint;
        vNormal = normalMatrix * outwards;
        vPoint = (modelViewMatrix * vec4(mix(from, to, position.z) + radius * mix(1.0, taper, position.z) * outwards, 1.0)).xyz;
        gl_Position = projectionMatrix * vec4(vPoint, 1.0);
    }
`;

export const tubeFragment = /* glsl */ `
    ${common}
    varying vec3 vTint;
    varying vec3 vNormal;
    varying vec3 vPoint;

    void main() {
        if (taken(vPoint)) discard;
        gl_FragColor = vec4(shade(vTint, normalize(vNormal)), 1.0);
    }
`;
