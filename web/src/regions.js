// Where bodies come from (green) and leave (red), as thin lines.

import * as THREE from "three";

const tints = { false: "#6fa893", true: "#d68a70" };

export function regionLines(regions) {
    const group = new THREE.Group();
    for (const { name, sink, lines } of regions) {
        const material = new THREE.LineBasicMaterial({ color: new THREE.Color(tints[sink]), toneMapped: false });
        for (const line of lines) {
            const geometry = new THREE.BufferGeometry();
            geometry.setAttribute("position", new THREE.Float32BufferAttribute(line, 3));
            const drawn = new THREE.Line(geometry, material);
            drawn.name = name;
            group.add(drawn);
        }
    }
    return group;
}
