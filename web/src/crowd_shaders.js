// The shaders of very many balls. Nothing is instanced: a vertex knows from its number which ball it is of (six to a quad, or one to a
// point), and reads it from textures: `state` has x, y, z (in the plane: the angle) and the code of its colour (colours.js), `size` its radius.
// So any stretch of balls is drawn by its range of vertices.

import { textureWidth } from "./chunks.js";
import { palette } from "./colours.js";
import { absent, pale } from "./many.js";
import { ballFragment, common, diskFragment } from "./shaders.js";


const vec3 = (colour) => `vec3(${colour.map((c) => c.toFixed(6)).join(", ")})`;
const list = (colours) => `vec3[${colours.length}](${colours.map(vec3).join(", ")})`;

/// Colours of codes.
export const tints = /* glsl */ `
    varying vec3 vTint;
    const vec3 ramp[${palette.ramp.length}] = ${list(palette.ramp)};
    const vec3 others[${palette.others.length}] = ${list(palette.others)};
    const vec3 kinds[${palette.kinds.length}] = ${list(palette.kinds)};
    const vec4 nowhere = vec4(2.0, 2.0, 2.0, 1.0);

    vec3 tintOf(float code) {
        if (code >= 0.0) {
            float place = min(code, 1.0) * ${(palette.ramp.length - 1).toFixed(1)};
            int low = min(int(place), ${palette.ramp.length - 2});
            return mix(ramp[low], ramp[low + 1], place - float(low));
        }
        int k = int(-code + 0.5);
        return k < 8 ? others[k - 1] : kinds[k - 8];
    }
    /// Sets the colour of a code; false: it is not there.
    bool tinted(float code) {
        bool isPale = code > ${(pale / 2).toFixed(1)};
        float plain = isPale ? code - ${pale.toFixed(1)} : code;
        bool there = plain > ${(absent / 2).toFixed(1)};
        vTint = there ? mix(tintOf(plain), vec3(1.0), isPale ? 0.55 : 0.0) : vec3(0.0);
        return there;
    }
    ivec2 texel(int i) { return ivec2(i % ${textureWidth}, i / ${textureWidth}); }
    vec2 cornerOf(int v) {
        return vec2(v == 1 || v == 2 || v == 4 ? 1.0 : -1.0, v == 2 || v == 4 || v == 5 ? 1.0 : -1.0);
    }
`;

const lookUp = /* glsl */ `
    uniform highp sampler2D state;
    uniform highp sampler2D size;
    uniform float enlarged;  // where only some of the balls are drawn, each for more
    ${tints}
    /// Its place; w: its radius, 0 where it is not there.
    vec4 ball(int i, out float angle) {
        vec4 s = texelFetch(state, texel(i), 0);
        bool there = tinted(s.w);
        angle = s.z;
        return vec4(s.xyz, there ? enlarged * texelFetch(size, texel(i), 0).x : 0.0);
    }
`;

const ballVertex = /* glsl */ `
    ${lookUp}
    varying vec3 vCentre;
    varying float vRadius;
    varying vec3 vPoint;

    void main() {
        float unused;
        vec4 b = ball(gl_VertexID / 6, unused);
        vec2 corner = cornerOf(gl_VertexID % 6);
        bool parallel = projectionMatrix[3][3] > 0.5;
        vCentre = (modelViewMatrix * vec4(b.xyz, 1.0)).xyz;
        vRadius = b.w;
        vec3 towards = parallel ? vec3(0.0, 0.0, 1.0) : -normalize(vCentre);
        float d = length(vCentre);
        float reach = b.w * (parallel ? 1.0 : d / sqrt(max(d * d - b.w * b.w, 1e-4 * d * d)));
        vec3 side = normalize(cross(vec3(0.0, 1.0, 0.0001), towards));
        vec3 up = cross(towards, side);
        vPoint = vCentre + 1.03 * reach * (corner.x * side + corner.y * up);
        gl_Position = projectionMatrix * vec4(vPoint, 1.0);
        #ifdef FLAT_DEPTH
        // As deep as its nearest point: what lies behind is known to be hidden before it is shaded.
        vec4 front = projectionMatrix * vec4(vCentre + b.w * towards, 1.0);
        gl_Position.z = front.z / front.w * gl_Position.w;
        #endif
        if (b.w == 0.0) gl_Position = nowhere;
    }
`;

const diskVertex = /* glsl */ `
    ${lookUp}
    varying vec2 vCorner;
    varying float vRadius;

    void main() {
        float angle;
        vec4 b = ball(gl_VertexID / 6, angle);
        vCorner = 1.03 * cornerOf(gl_VertexID % 6);
        vRadius = b.w;
        vec2 turned = vec2(cos(angle) * vCorner.x - sin(angle) * vCorner.y, sin(angle) * vCorner.x + cos(angle) * vCorner.y);
        gl_Position = b.w == 0.0 ? nowhere : projectionMatrix * modelViewMatrix * vec4(b.xy + b.w * turned, 0.0, 1.0);
    }
`;

const pointVertex = /* glsl */ `
    ${lookUp}
    uniform float pixels;    // of a length of one at a distance of one
    uniform float flatPlace; // 1: the scene is plane
    varying vec3 vCentre;
    varying float vRadius;
    varying float vPixels;

    void main() {
        float unused;
        vec4 b = ball(gl_VertexID, unused);
        vCentre = (modelViewMatrix * vec4(b.xy, flatPlace > 0.5 ? 0.0 : b.z, 1.0)).xyz;
        vRadius = b.w;
        gl_Position = projectionMatrix * vec4(vCentre, 1.0);
        vPixels = 2.0 * b.w * pixels / gl_Position.w;
        gl_PointSize = max(vPixels, 1.0);
        vec3 towards = projectionMatrix[3][3] > 0.5 ? vec3(0.0, 0.0, 1.0) : -normalize(vCentre);
        vec4 front = projectionMatrix * vec4(vCentre + b.w * towards, 1.0);
        if (flatPlace < 0.5) gl_Position.z = front.z / front.w * gl_Position.w;
        if (b.w == 0.0) gl_Position = nowhere;
    }
`;

const pointFragment = /* glsl */ `
    ${common}
    varying vec3 vTint;
    varying vec3 vCentre;
    varying float vRadius;
    varying float vPixels;

    void main() {
        vec2 c = vec2(2.0, -2.0) * gl_PointCoord + vec2(-1.0, 1.0);
        float inside = 1.0 - dot(c, c);
        if (vPixels > 2.0 && inside < 0.0) discard;
        float half_ = sqrt(max(inside, 0.0));
        vec3 n = normalize(mix(vec3(0.0, 0.35, 0.8), vec3(c, half_), clamp(vPixels - 1.0, 0.0, 1.0)));
        vec3 colour = shade(vTint, n);
        vec3 p = vCentre + vRadius * vec3(c, half_);
        if (taken(p)) {
            if (taken(vCentre + vRadius * vec3(c, -half_))) discard;
            colour = capped(vTint);
        }
        gl_FragColor = vec4(colour, opacity);
    }
`;

const flat = "#define FLAT_DEPTH\n";

/// Near, middling and far balls, or disks.
export const crowdShaders = (isFlat) => (isFlat ? [{ vertexShader: diskVertex, fragmentShader: diskFragment },
    { vertexShader: diskVertex, fragmentShader: diskFragment }] : [{ vertexShader: ballVertex, fragmentShader: ballFragment },
    { vertexShader: flat + ballVertex, fragmentShader: flat + ballFragment }])
    .concat({ vertexShader: pointVertex, fragmentShader: pointFragment });
