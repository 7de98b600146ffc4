// The shaders of very many solids. As with balls (crowd_shaders.js) a vertex knows from its number which solid it is of, and reads from textures:
//
//     state      x, y, z of the origin of its shape, and the code of its colour      turns      how that is turned
//     which      its shape
//     record     of a shape: first corner, first triangle, how many of those         boxes      of a shape: middle; half the edges of a box as large as it
//     corners    x, y, z                                                             triangles  three corners of the shape; bit k of the fourth: side k is no edge
//
// near: its triangles.  middling: the three sides of the box that face the eye.  far: a point as large as that box looks.

import { common, solidFragment, turned } from "./shaders.js";
import { tints } from "./crowd_shaders.js";

const lookUp = /* glsl */ `
    uniform highp sampler2D state;
    uniform highp sampler2D turns;
    uniform highp sampler2D which;
    uniform highp usampler2D record;
    uniform highp sampler2D boxes;
    uniform float enlarged;
    uniform float flatPlace;  // 1: the scene is plane
    ${tints}
    ${turned}
    int shape;
    vec3 origin;
    vec4 turn;

    /// Reads solid i; false: it is not there.
    bool solid(int i) {
        vec4 s = texelFetch(state, texel(i), 0);
        turn = texelFetch(turns, texel(i), 0);
        shape = int(texelFetch(which, texel(i), 0).x);
        origin = s.xyz;
        return tinted(s.w);
    }
    vec3 boxMiddle() { return origin + turned(turn, texelFetch(boxes, texel(2 * shape), 0).xyz); }
    vec3 boxHalves() { return texelFetch(boxes, texel(2 * shape + 1), 0).xyz; }
    /// The eye as the solid sees it.
    vec3 eyeFrom(vec3 middle) { return turned(vec4(-turn.xyz, turn.w), cameraPosition - middle); }
`;

const trueVertex = /* glsl */ `
    ${lookUp}
    uniform highp sampler2D corners;
    uniform highp usampler2D triangles;
    uniform int vertices;  // of each solid that is drawn; those beyond its own are nowhere
    varying vec3 vCorner;
    varying vec3 vNormal;
    varying vec3 vPoint;

    void main() {
        int v = gl_VertexID % vertices, k = v % 3;
        gl_Position = nowhere;
        vCorner = vNormal = vPoint = vec3(0.0);
        if (!solid(gl_VertexID / vertices)) return;
        uvec4 own = texelFetch(record, texel(shape), 0);
        if (v / 3 >= int(own.z)) return;
        uvec4 triangle = texelFetch(triangles, texel(int(own.y) + v / 3), 0);
        vec3 p[3];
        for (int i = 0; i < 3; ++i) p[i] = texelFetch(corners, texel(int(own.x + triangle[i])), 0).xyz;
        vec3 n = cross(p[1] - p[0], p[2] - p[0]);
        vec3 heights = max(length(n), 1e-30) / vec3(distance(p[1], p[2]), distance(p[0], p[2]), distance(p[0], p[1]));
        for (int i = 0; i < 3; ++i) vCorner[i] = heights[i] * ((i == k ? 1.0 : 0.0) + 1e3 * float((triangle.w >> i) & 1u));
        vNormal = normalMatrix * turned(turn, normalize(n));
        vPoint = (modelViewMatrix * vec4(origin + enlarged * turned(turn, p[k]), 1.0)).xyz;
        gl_Position = projectionMatrix * vec4(vPoint, 1.0);
    }
`;

const boxVertex = /* glsl */ `
    ${lookUp}
    varying vec3 vCorner;
    varying vec3 vNormal;
    varying vec3 vPoint;

    void main() {
        int sides = flatPlace > 0.5 ? 1 : 3, v = gl_VertexID % (6 * sides);
        gl_Position = nowhere;
        vCorner = vNormal = vPoint = vec3(0.0);
        if (!solid(gl_VertexID / (6 * sides))) return;
        vec3 middle = boxMiddle(), h = enlarged * boxHalves();
        int axis = flatPlace > 0.5 ? 2 : v / 6, i = (axis + 1) % 3, j = (axis + 2) % 3;
        float side = flatPlace > 0.5 || eyeFrom(middle)[axis] > 0.0 ? 1.0 : -1.0;
        vec2 c = cornerOf(v % 6);
        vec3 p, n = vec3(0.0);
        n[axis] = side;
        p[axis] = side * h[axis];
        p[i] = side * c.x * h[i];  // seen from outside they go round the same way on either side
        p[j] = c.y * h[j];
        vCorner = v % 6 < 3 ? vec3((1.0 + c.y) * h[j], (1.0 - c.x) * h[i], 1e3 * (h[i] + h[j]))
                            : vec3((1.0 - c.y) * h[j], (1.0 + c.x) * h[i], 1e3 * (h[i] + h[j]));
        vNormal = normalMatrix * turned(turn, n);
        vPoint = (modelViewMatrix * vec4(middle + turned(turn, p), 1.0)).xyz;
        gl_Position = projectionMatrix * vec4(vPoint, 1.0);
    }
`;

const pointVertex = /* glsl */ `
    ${lookUp}
    uniform float pixels;  // of a length of one, at a distance of one
    varying vec3 vNormal;
    varying vec3 vPoint;
    varying float vPixels;

    void main() {
        gl_Position = nowhere;
        vNormal = vPoint = vec3(0.0);
        vPixels = gl_PointSize = 1.0;
        if (!solid(gl_VertexID)) return;
        vec3 middle = boxMiddle(), h = boxHalves();
        vec3 towards = flatPlace > 0.5 ? vec3(0.0, 0.0, 1.0) : normalize(eyeFrom(middle));
        vec3 sides = 4.0 * towards * (flatPlace > 0.5 ? vec3(0.0, 0.0, h.x * h.y) : vec3(h.y * h.z, h.z * h.x, h.x * h.y));
        vNormal = normalMatrix * turned(turn, sides);  // by how much of each side is seen
        vPoint = (modelViewMatrix * vec4(middle, 1.0)).xyz;
        gl_Position = projectionMatrix * vec4(vPoint, 1.0);
        vPixels = enlarged * sqrt(abs(sides.x) + abs(sides.y) + abs(sides.z)) * pixels / gl_Position.w;
        gl_PointSize = max(vPixels, 1.0);
    }
`;

const pointFragment = /* glsl */ `
    ${common}
    varying vec3 vTint;
    varying vec3 vNormal;
    varying vec3 vPoint;
    varying float vPixels;

    void main() {
        if (taken(vPoint)) discard;
        float inner = max(0.0, 1.0 - 1.9 / vPixels);  // what the lines along its edges leave
        gl_FragColor = vec4(shade(vTint, normalize(vNormal)) * (1.0 - 0.45 * (1.0 - inner * inner)), opacity);
    }
`;

export const nearShader = { vertexShader: trueVertex, fragmentShader: solidFragment };
export const boxShader = { vertexShader: boxVertex, fragmentShader: solidFragment };
export const pointShader = { vertexShader: pointVertex, fragmentShader: pointFragment };
