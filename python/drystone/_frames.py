"""Frames: the moments that a run has stored in frames.h5 (docs/results.md has its layout)."""
from __future__ import annotations

import contextlib
import os
import pathlib
from dataclasses import dataclass
from typing import Any, Iterator, Sequence, Union

import numpy as np
from numpy.typing import NDArray

from ._core import InputError
from ._joints import joints_of, with_rows

FORMAT, FORMAT_VERSION, CHANGING_VERSION = "drystone frames", 1, 2  # the latter: of runs whose bodies come and go
KINDS_2D, KINDS_3D = ("disk", "plane", "drum", "solid", "mesh"), ("sphere", "plane", "drum", "solid", "mesh")
MESH_ONCE = ("body", "node_start", "element_start", "reference", "element_type", "element_node", "element_volume")
JOINT_FIELDS = ("point", "opening", "slip", "damage", "utilisation", "normal", "shear", "status")
MESH_FIELDS = ("position", "velocity", "gradient", "stress", "strain", "energy_density", "node_stress")


@dataclass(frozen=True)
class FrameContacts:
    """The contacts of a frame, with the names and units of World.contacts; forces have the seven digits of the file."""
    time: float  # [s]
    bodies: NDArray[np.int32]
    points: NDArray[np.float64]
    normals: NDArray[Any]
    gaps: NDArray[Any]
    areas: NDArray[Any]
    forces: NDArray[Any]
    moments: NDArray[Any]  # [N m]
    status: NDArray[np.uint8]
    damage: NDArray[Any]
    utilisation: NDArray[Any]  # zeros in files of earlier versions
    memory: dict[str, NDArray[Any]]  # what laws remember, by name: (contacts), or (contacts, D) in world axes

    def __len__(self) -> int:
        return len(self.status)

    @property
    def normal_forces(self) -> NDArray[np.float64]:
        """(contacts) > 0: pressed [N]"""
        return np.sum(self.forces.astype(float) * self.normals, axis=1)


class Geometry:
    """What all frames share: bodies and their shapes. Where bodies come and go, all that have been, by their ids."""

    def __init__(self, file: Any) -> None:
        self.dimension = int(file.attrs["dimension"])
        self.changes = int(file.attrs["format_version"]) == CHANGING_VERSION
        sizes = self._sizes(file)

        def rows(name: str, count: Any, starts: bool = False) -> np.ndarray:
            return file[name][:] if count is None else file[name][:int(count) + starts]

        bodies, parts, solids, shapes, vertices, faces, corners = sizes
        self.names = [text.decode() for text in rows("bodies/name", bodies)]
        self.groups = [text.decode() for text in rows("bodies/group", bodies)]
        self.masses = rows("bodies/mass", bodies)
        self.fixed = rows("bodies/fixed", bodies).astype(bool)
        self.walls = rows("bodies/wall", bodies).astype(bool) if "wall" in file["bodies"] else self.fixed  # files of earlier versions
        self.parts = {name: rows(f"parts/{name}", parts) for name in ("body", "kind", "radius", "centre", "axis", "solid")}
        self.solids = {name: rows(f"solids/{name}", solids) for name in ("shape", "origin", "turn")}
        self.shapes = {name: rows(f"shapes/{name}", count, name.endswith("start"))
                       for name, count in (("vertex", vertices), ("vertex_start", shapes), ("corner", corners), ("corner_start", faces),
                                           ("face_start", shapes))}
        self.meshes = {name: file[f"deformable/{name}"][:] for name in MESH_ONCE} if "deformable" in file else {}
        self.joints = file["joints/bodies"][:] if "joints" in file else None  # files of earlier versions, and scenes without faces
        if self.dimension not in (2, 3) or np.any(self.parts["body"] >= len(self.masses)) or np.any(self.parts["body"] < 0):
            raise ValueError("parts of bodies that are not there")

    @staticmethod
    def _sizes(file: Any) -> list[Any]:
        """Rows of the tables that count, or None where all do."""
        if int(file.attrs["format_version"]) != CHANGING_VERSION:
            return [None] * 7
        frames = len(file["frames/time"])
        return list(file["frames/sizes"][frames - 1]) if frames else [0] * 7

    def is_of(self, file: Any) -> bool:
        """Whether no body has come since it was read."""
        return not self.changes or self._sizes(file)[0] == len(self.masses)

    def vertices(self, solid: int) -> NDArray[np.float64]:
        """In the frame of the body."""
        shape = self.solids["shape"][solid]
        first, end = self.shapes["vertex_start"][shape:shape + 2]
        return self.solids["origin"][solid] + self.shapes["vertex"][first:end] @ self.solids["turn"][solid].T

    def faces(self, solid: int) -> list[list[int]]:
        shape = self.solids["shape"][solid]
        first, end = self.shapes["face_start"][shape:shape + 2]
        starts = self.shapes["corner_start"][first:end + 1]
        return [self.shapes["corner"][a:b].tolist() for a, b in zip(starts[:-1], starts[1:])]


class Frame:
    """One stored moment, with the names and units of a World. Frame 0 is the state before the first step; it has no contacts. Where bodies
    come and go, rows are ids, `present` says who is there, and positions, velocities, ... of others are NaN."""

    def __init__(self, file: Any, geometry: Geometry, number: int) -> None:
        self.geometry = geometry
        self.dimension = geometry.dimension
        self.time = float(file["frames/time"][number])
        self.step = int(file["frames/step"][number])
        n = len(geometry.masses)
        self.positions = file["frames/position"][number, :n]
        self.orientations = file["frames/orientation"][number, :n]
        self.velocities = file["frames/velocity"][number, :n]
        self.spins = file["frames/angular_velocity"][number, :n]
        self.present = ~np.isnan(self.positions[:, 0]) if geometry.changes else np.ones(n, dtype=bool)
        self.masses, self.fixed, self.walls = geometry.masses, geometry.fixed, geometry.walls
        self.names, self.groups = geometry.names, geometry.groups
        self.contacts = self._contacts(file, number)
        self._joints = {name: file[f"joints/{name}"][number] for name in JOINT_FIELDS} if geometry.joints is not None else {}
        if self._joints:
            self._joints["bodies"] = geometry.joints
        self._fields = {name: file[f"deformable/{name}"][number] for name in MESH_FIELDS} if geometry.meshes else {}

    def __repr__(self) -> str:
        return f"<Frame: {np.count_nonzero(self.present)} bodies in {self.dimension}D, {len(self.contacts)} contacts, t = {self.time:.6g} s>"

    def joints(self) -> dict[str, np.ndarray]:
        """By pair of bodies, see World.joints; without force and area. Joints whose faces did not touch at time 0 have the largest
        gap as their opening and no slip."""
        table = joints_of(self.contacts)
        n = len(table["bodies"])
        table.update({name: np.zeros(n) for name in ("shear", "slip", "damage", "utilisation")})
        return with_rows(table, self._joints) if self._joints else table

    def deformable(self, body: int) -> dict[str, NDArray[Any]]:
        """A deformable body in this frame, by the names of the group `deformable` in docs/results.md: `reference`, `position`,
        `velocity` and `node_stress` of its nodes; `element_node` (from its own first node), `stress`, `strain`, ... of its elements; `gradient`."""
        meshes = self.geometry.meshes
        bodies: list[int] = meshes["body"].tolist() if meshes else []
        if body not in bodies:
            raise ValueError(f"body {body} does not deform")
        k = bodies.index(body)
        nodes, elements = (slice(*meshes[name][k:k + 2]) for name in ("node_start", "element_start"))
        own = meshes["element_node"][elements]
        out = {"reference": meshes["reference"][nodes], "element_node": np.where(own >= 0, own - nodes.start, -1),
               "element_type": meshes["element_type"][elements], "element_volume": meshes["element_volume"][elements],
               "gradient": self._fields["gradient"][k]}
        out.update({name: self._fields[name][nodes] for name in ("position", "velocity", "node_stress")})
        out.update({name: self._fields[name][elements] for name in ("stress", "strain", "energy_density")})
        return out

    def shapes(self) -> list[dict[str, Any]]:
        """The parts of all bodies that are there, in world axes, see World.shapes."""
        turns, geometry = self._turns(), self.geometry
        kinds, all = KINDS_2D if self.dimension == 2 else KINDS_3D, []
        parts = geometry.parts
        for part, body in enumerate(parts["body"]):
            if not self.present[body]:
                continue
            turn, at, solid = turns[body], self.positions[body], parts["solid"][part]
            all.append({"body": int(body), "type": kinds[parts["kind"][part]], "radius": float(parts["radius"][part]),
                        "centre": at + turn @ parts["centre"][part], "axis": turn @ parts["axis"][part],
                        "vertices": at + geometry.vertices(solid) @ turn.T if solid >= 0 else None,
                        "faces": geometry.faces(solid) if solid >= 0 and self.dimension == 3 else None})
        return all

    def _turns(self) -> NDArray[np.float64]:
        """(bodies, D, D) matrices of the orientations."""
        if self.dimension == 2:
            c, s = np.cos(self.orientations), np.sin(self.orientations)
            return np.moveaxis(np.array([[c, -s], [s, c]]), -1, 0)
        w, x, y, z = self.orientations.T
        return np.moveaxis(np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]), -1, 0)

    def _contacts(self, file: Any, number: int) -> FrameContacts:
        first, count = int(file["contacts/first"][number]), int(file["contacts/count"][number])

        def rows(name: str) -> np.ndarray:
            return file[f"contacts/{name}"][first:first + count]

        bodies = rows("bodies")
        if len(bodies) != count or np.any(bodies < 0) or np.any(bodies >= len(self.masses)):
            raise ValueError("contacts of bodies that are not there")
        columns = file["contacts/memory"] if "memory" in file["contacts"] else {}
        memory = {name: rows(f"memory/{name}") for name in columns}
        if "damage" in file["contacts"]:  # files of earlier versions
            memory["damage"] = rows("damage")
        used = rows("utilisation") if "utilisation" in file["contacts"] else np.zeros(count, dtype=np.float32)
        damage = memory.get("damage", np.zeros(count, dtype=np.float32))
        return FrameContacts(self.time, bodies, rows("point"), rows("normal"), rows("gap"), rows("area"), rows("force"), rows("moment"),
                             rows("status"), damage, used, memory)


class Frames(Sequence[Frame]):
    """All frames of a run: len(frames), frames[-1], frames.at(0.5), for frame in frames. Each is read when it is asked for, also
    while the run goes on."""

    def __init__(self, path: Union[str, "os.PathLike[str]"]) -> None:
        self.path = pathlib.Path(path)
        with self._open() as file:
            self.geometry = Geometry(file)

    @property
    def times(self) -> NDArray[np.float64]:
        """(frames) [s]"""
        with self._open() as file:
            return file["frames/time"][:]

    def __len__(self) -> int:
        return len(self.times)

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return [self[k] for k in range(*number.indices(len(self)))]
        with self._open() as file:
            count = len(file["frames/time"])
            if not -count <= number < count:
                raise IndexError(f"there is no frame {number}: {self.path} has {count}")
            if not self.geometry.is_of(file):
                self.geometry = Geometry(file)
            return Frame(file, self.geometry, number % count)

    def at(self, time: float) -> Frame:
        """The frame nearest to that time [s]."""
        if not np.isfinite(time):
            raise InputError(f"at: must be a finite time in seconds, found {time}")
        return self[int(np.argmin(np.abs(self.times - time)))]

    def track(self, body: int) -> NDArray[np.float64]:
        """(frames, D) where the centre of mass of one body was [m], without reading the others; NaN where it was not there."""
        with self._open() as file:
            return file["frames/position"][:len(file["frames/time"]), body]

    @contextlib.contextmanager
    def _open(self) -> Iterator[Any]:
        try:
            import h5py
        except ImportError:
            raise ImportError("frames are read with h5py, which is not there (Debian: python3-h5py)") from None
        if not self.path.exists():
            raise InputError(f"{self.path}: there is no such file; the scene asks for frames by [output] frames_every")
        try:
            with h5py.File(self.path, "r", swmr=True) as file:
                self._check(file)
                yield file
        except InputError:
            raise
        except (OSError, KeyError, ValueError, TypeError, RuntimeError, UnicodeDecodeError) as error:
            raise InputError(f"{self.path}: cannot be read as the frames of a run: {str(error).strip(chr(39))}") from None

    def _check(self, file: Any) -> None:
        found = file.attrs.get("format")
        if (found.decode() if isinstance(found, bytes) else found) != FORMAT:
            raise InputError(f"{self.path}: this file does not hold frames of drystone")
        version = int(file.attrs["format_version"])
        if version not in (FORMAT_VERSION, CHANGING_VERSION):
            raise InputError(f"{self.path}: its format is version {version}, this program reads versions {FORMAT_VERSION} and {CHANGING_VERSION}")
