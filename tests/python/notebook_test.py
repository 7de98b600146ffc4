"""What notebooks show of a world."""
import html
import re
import struct
import unittest
import zlib

import numpy as np

import drystone
from runs_test import falling_disks
from scenes import EXAMPLES, ball_on_floor


def pixels(png):
    """(height, width, channels) of a PNG of 8-bit colours."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at, data = 8, b""
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at:at + 8])
        body = png[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height = struct.unpack(">II", body[:8])
        if kind == b"IDAT":
            data += body
        at += 12 + length
    return width, height, len(set(zlib.decompress(data)))


class Notebooks(unittest.TestCase):
    def test_a_picture(self):
        for scene in (falling_disks(), ball_on_floor(), {**falling_disks(), "time": {"step": 1e-3, "duration": 0.06, "settle": True}}):
            world = drystone.scene(scene)
            for steps in (0, 7):
                world.step(steps)
                before = world.save()
                width, height, values = pixels(world._repr_png_())
                self.assertEqual((width, height), (900, 650))
                self.assertGreater(values, 20)
                self.assertEqual(world.save(), before)

    def test_a_page(self):
        world = drystone.scene(falling_disks())
        world.step(30)
        page = world.show()
        shown = page._repr_html_()
        self.assertTrue(shown.startswith("<iframe srcdoc="))
        self.assertEqual(html.unescape(re.search(r'srcdoc="(.*?)"', shown, re.S).group(1)), page.text)
        self.assertNotRegex(page.text, r"<(script|link|img)[^>]* (src|href)=\"https?:")

    def test_pictures_of_runs(self):
        import tempfile
        with tempfile.TemporaryDirectory() as folder:
            drystone.run(falling_disks(), out=folder + "/run", quiet=True, report=False)
            self.assertEqual(pixels(drystone._core.picture(folder + "/run", time=0.02, width=300, height=200, forces=True))[:2], (300, 200))
            with self.assertRaisesRegex(drystone.InputError, "colour"):
                drystone._core.picture(folder + "/run", colour="taste")


if __name__ == "__main__":
    unittest.main()
