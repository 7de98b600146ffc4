// Renderer, camera and controls. Draws only when something changed; while things move no finer than goes at `rate` pictures a second, and in
// full when they rest (which matters to very many bodies, crowd.js, alone).

import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { sharedUniforms } from "./shaders.js";

const background = "#fbfaf7";
const rate = 20;
const halved = 0.3;  // detail below which pixels are twice as large, too
const rest = 300;  // [ms]
const views = {  // where the eye stands, in (right, up, towards) of the scene
    fit: [0.55, 0.42, 1.0], front: [0, 0, 1], side: [1, 0, 0], top: [0, 1, 0.001],
};

export class Stage {
    constructor(container, header) {
        this.container = container;
        this.flat = header.dimension === 2;
        this.low = new THREE.Vector3(...header.bounds.low);
        this.high = new THREE.Vector3(...header.bounds.high);
        this.centre = this.low.clone().add(this.high).multiplyScalar(0.5);
        this.size = Math.max(this.high.distanceTo(this.low), 1e-9);
        this.uniforms = sharedUniforms();
        this.uniforms.flatView.value = this.flat ? 1 : 0;
        this.cut = null;  // THREE.Plane in the world
        this.beforeDraw = () => {};  // (stage, detail)
        this.detail = 1;             // of pictures of something that moves
        this.coarsest = 0.02;        // it gets no less
        this.patience = 4000;        // for a picture of something that rests [ms]
        this.moved = () => {};       // the camera

        this.renderer = new THREE.WebGLRenderer({ antialias: true });
        this.setPixels(1);
        this.renderer.setClearColor(background);
        container.append(this.renderer.domElement);
        this.scene = new THREE.Scene();
        this.makeCamera(new THREE.Vector3(...header.up));
        this.look("fit");
        new ResizeObserver(() => this.resize()).observe(container);
        this.resize();
    }

    makeCamera(up) {
        const far = 20 * this.size;
        this.camera = this.flat ? new THREE.OrthographicCamera(-1, 1, 1, -1, -far, far)
                                : new THREE.PerspectiveCamera(32, 1, 0.002 * this.size, far);
        this.camera.up.copy(this.flat ? new THREE.Vector3(0, 1, 0) : up);
        this.controls = new OrbitControls(this.camera, this.renderer.domElement);
        this.controls.enableRotate = !this.flat;
        this.controls.screenSpacePanning = true;
        this.controls.zoomToCursor = true;
        if (this.flat) this.controls.mouseButtons.LEFT = THREE.MOUSE.PAN;
        if (this.flat) this.controls.touches = { ONE: THREE.TOUCH.PAN, TWO: THREE.TOUCH.DOLLY_PAN };
        this.controls.addEventListener("change", () => {
            this.invalidate();
            this.moved();
        });
    }

    /// The whole scene from one of the named sides.
    look(name) {
        this.controls.target.copy(this.centre);
        if (this.flat) {
            this.camera.position.copy(this.centre).add(new THREE.Vector3(0, 0, this.size));
            this.camera.zoom = 1;
        } else {
            const up = this.camera.up;
            // Towards the eye: -y for a scene whose up is z, as in a drawing of its x-z plane.
            const towards = Math.abs(up.y) < 0.9 ? new THREE.Vector3(0, -1, 0) : new THREE.Vector3(0, 0, 1);
            towards.addScaledVector(up, -towards.dot(up)).normalize();
            const right = up.clone().cross(towards);
            const [r, u, t] = views[name];
            const direction = right.multiplyScalar(r).addScaledVector(up, u).addScaledVector(towards, t).normalize();
            this.camera.position.copy(this.centre).addScaledVector(direction, this.distance());
        }
        this.resize();
        this.controls.update();
    }

    /// From where the bounding ball fills the picture.
    distance() {
        const half = (0.5 * this.camera.fov * Math.PI) / 180;
        const narrow = Math.atan(Math.tan(half) * Math.min(this.aspect(), 1));
        return (0.5 * this.size) / Math.sin(narrow);
    }

    aspect() {
        return Math.max(this.container.clientWidth, 1) / Math.max(this.container.clientHeight, 1);
    }

    resize() {
        const { clientWidth: width, clientHeight: height } = this.container;
        if (!width || !height) return;
        this.renderer.setSize(width, height);
        if (this.flat) {
            const extent = this.high.clone().sub(this.low);
            const half = 0.54 * Math.max(extent.y, extent.x / this.aspect(), 1e-9);
            Object.assign(this.camera, { top: half, bottom: -half, right: half * this.aspect(), left: -half * this.aspect() });
        } else {
            this.camera.aspect = this.aspect();
        }
        this.camera.updateProjectionMatrix();
        this.invalidate();
    }

    invalidate() {
        if (this.waiting) return;
        this.asked = performance.now();
        this.waiting = requestAnimationFrame(() => this.drawSoon());
    }

    /// One picture right after another tells how long they take.
    drawSoon() {
        const now = performance.now(), last = this.lastDrawn ?? -Infinity, took = now - last;
        if (this.asked - last < 1000 / rate) this.detail *= Math.min(1.3, Math.max(0.1, 1000 / rate / took));
        this.detail = Math.min(1, Math.max(this.coarsest, this.detail));
        this.lastDrawn = now;
        this.draw(this.detail);
        this.refine(this.detail);
    }

    /// When nothing moves any more, in steps: whoever goes on has not to wait for all of it, nor for a picture that would take very long.
    refine(detail) {
        clearTimeout(this.resting);
        if (detail >= 1) return;
        this.resting = setTimeout(() => {
            if (this.waiting) return;
            const finer = Math.min(1, 5 * detail), start = performance.now();
            this.draw(finer);
            this.whenDrawn(() => { if (5 * (performance.now() - start) < this.patience) this.refine(finer); });
        }, rest);
    }

    /// After all that was drawn so far is there to be seen.
    whenDrawn(then) {
        const gl = this.renderer.getContext(), fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
        gl.flush();
        const look = () => {
            if (gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED) return setTimeout(look, 20);
            gl.deleteSync(fence);
            then();
        };
        setTimeout(look, 0);
    }

    /// Pixels of the picture for one of the canvas; 1: as fine as the screen.
    setPixels(share) {
        if (this.share === share) return;
        this.share = share;
        this.renderer.setPixelRatio(share * Math.min(window.devicePixelRatio, 2));
    }

    draw(detail = 1) {
        cancelAnimationFrame(this.waiting);
        this.waiting = null;
        this.setPixels(detail < halved ? 0.5 : 1);
        this.camera.updateMatrixWorld();
        this.beforeDraw(this, detail);
        const plane = this.cut?.clone().applyMatrix4(this.camera.matrixWorldInverse);
        this.uniforms.cut.value = plane ? [plane.normal.x, plane.normal.y, plane.normal.z, plane.constant] : [0, 0, 0, 1];
        this.renderer.render(this.scene, this.camera);
    }

    /// Looks from where another stage looks.
    follow({ camera, controls }) {
        this.camera.position.copy(camera.position);
        this.camera.zoom = camera.zoom;
        this.controls.target.copy(controls.target);
        this.camera.lookAt(this.controls.target);
        this.camera.updateProjectionMatrix();
        this.invalidate();
    }

    /// The ray through a point of the canvas, in world axes.
    ray(clientX, clientY) {
        const box = this.renderer.domElement.getBoundingClientRect();
        const point = new THREE.Vector2((2 * (clientX - box.left)) / box.width - 1, 1 - (2 * (clientY - box.top)) / box.height);
        const caster = new THREE.Raycaster();
        caster.setFromCamera(point, this.camera);
        return caster.ray;
    }

    /// Where a point of the world is on the page.
    onPage(x, y, z) {
        const box = this.renderer.domElement.getBoundingClientRect();
        this.camera.updateMatrixWorld();
        const p = new THREE.Vector3(x, y, z).project(this.camera);
        return { x: box.left + 0.5 * (1 + p.x) * box.width, y: box.top + 0.5 * (1 - p.y) * box.height };
    }
}
