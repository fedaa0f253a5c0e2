# SPDX-License-Identifier: Apache-2.0
"""A folder of pictures as a gallery: gallery.py FOLDER OUTPUT.png [LAYOUT [WORD]]

Shows the folder, then only the pictures with WORD in their names, and draws both with one in between."""

import sys
from pathlib import Path

import layouthost as lh


def main(folder, output, layout="gallery", word=None):
    pictures = sorted(path for path in Path(folder).iterdir() if path.suffix in (".png", ".jpg"))
    view = lh.View(
        layout, (640, 480), items=pictures,
        bind=lambda cell, path: cell.picture(path, caption=path.stem))
    view.settle()
    print(f"{len(pictures)} pictures, {len(view.elements())} on screen")
    if word:
        view.apply([path for path in pictures if word in path.stem])
        view.advance(view.time + 0.15)
        print(f"on the way: {sum(one.leaving for one in view.elements())} leave")
        view.settle()
        print(f"with {word}: {len(view.elements())} on screen")
    view.write_picture(output)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (lh.LayoutError, OSError) as error:
        sys.exit(f"gallery: {error} {getattr(error, 'remedy', '')}")
