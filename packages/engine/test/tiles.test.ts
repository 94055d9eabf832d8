import { photoPixels } from '@gossamer/testkit/photo-pixels';
import { describe, expect, it } from 'vitest';
import type { Pixels } from '../src/image.ts';
import { sharp } from '../src/sharp.ts';
import { cutTiles, readTileRows, spreadTiles, type Tiles, tilePx } from '../src/tiles.ts';

const sizes = [
  ...[
    [193, 193],
    [1000, 800],
    [1024, 1024],
    [1500, 1000],
    [4000, 3000],
    [3000, 4000],
    [12_000, 9000],
  ],
  ...[
    [200, 20_000],
    [20_000, 200],
    [192, 9000],
    [9000, 192],
    [100, 9000],
    [9000, 7],
    [385, 769],
  ],
].map(([widthPx = 0, heightPx = 0]) => ({ widthPx, heightPx }));

const area = ({ widthPx, heightPx }: { widthPx: number; heightPx: number }) => widthPx * heightPx;

function expectInside({ places, widthPx, heightPx }: Tiles, size: { widthPx: number; heightPx: number }) {
  for (const { left, top } of places) {
    expect(left).toBeGreaterThanOrEqual(0);
    expect(top).toBeGreaterThanOrEqual(0);
    expect(left + widthPx).toBeLessThanOrEqual(size.widthPx);
    expect(top + heightPx).toBeLessThanOrEqual(size.heightPx);
  }
}

function overlaps({ places, widthPx, heightPx }: Tiles): number {
  return places.filter((one, index) =>
    places
      .slice(index + 1)
      .some((other) => Math.abs(one.left - other.left) < widthPx && Math.abs(one.top - other.top) < heightPx),
  ).length;
}

describe('spreadTiles', () => {
  it.each(sizes)(
    'returns tiles inside an image of $widthPx × $heightPx px, aligned to 16 px and without overlap',
    (size) => {
      for (const [count, maxRows] of [[16], [28], [16, 2], [28, 2]] as const) {
        const tiles = spreadTiles(size, count, maxRows);
        expectInside(tiles, size);
        for (const { left, top } of tiles.places) expect([left % 16, top % 16]).toEqual([0, 0]);
        expect(overlaps(tiles)).toBe(0);
        expect([tiles.widthPx, tiles.heightPx]).toEqual([
          Math.min(tilePx, size.widthPx),
          Math.min(tilePx, size.heightPx),
        ]);
        expect(tiles.places.length % tiles.columns).toBe(0);
        if (maxRows) expect(tiles.places.length / tiles.columns).toBeLessThanOrEqual(maxRows);
      }
    },
  );

  // Wide, short images either are small enough to be used as a whole or get more tiles than requested.
  it.each(sizes)(
    'returns about as many tiles as requested, if they fit into an image of $widthPx × $heightPx px',
    (size) => {
      for (const count of [16, 28]) {
        const { places, widthPx, heightPx } = spreadTiles(size, count);
        const fitting = Math.floor(size.widthPx / widthPx) * Math.floor(size.heightPx / heightPx);
        const wanted = Math.min(count, fitting);
        expect(places.length).toBeGreaterThanOrEqual(wanted * 0.7);
        expect(places.length).toBeLessThanOrEqual(Math.max(1, wanted * 1.35));
      }
    },
  );

  it('covers all parts of a large image', () => {
    const size = { widthPx: 4000, heightPx: 3000 };
    const { places } = spreadTiles(size, 28);
    const quarters = places.map(({ left, top }) => `${left < size.widthPx / 2} ${top < size.heightPx / 2}`);
    expect(new Set(quarters).size).toBe(4);
    // The tiles are not evenly spaced, so that they sample repeating patterns at different phases.
    expect(new Set(places.map(({ left }) => left)).size).toBeGreaterThan(places.length / 2);
  });

  it('covers a small image with one tile', () => {
    expect(spreadTiles({ widthPx: 100, heightPx: 80 }, 16)).toEqual({
      columns: 1,
      widthPx: 100,
      heightPx: 80,
      places: [{ left: 0, top: 0 }],
    });
  });
});

describe('cutTiles', () => {
  const numbered: Pixels = {
    data: Buffer.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
    widthPx: 4,
    heightPx: 3,
    channels: 1,
  };

  it('joins the tiles side by side, row by row', () => {
    const places = [
      { left: 2, top: 0 },
      { left: 0, top: 1 },
    ];
    expect(cutTiles(numbered, { columns: 2, widthPx: 2, heightPx: 2, places })).toEqual({
      data: Buffer.from([3, 4, 5, 6, 7, 8, 9, 10]),
      widthPx: 4,
      heightPx: 2,
      channels: 1,
    });
    expect([...cutTiles(numbered, { columns: 1, widthPx: 2, heightPx: 2, places }).data]).toEqual([
      3, 4, 7, 8, 5, 6, 9, 10,
    ]);
  });

  it.each([1, 2, 3, 4] as const)(
    'keeps the channels of a pixel together (number of channels: %d)',
    (channels) => {
      const data = Buffer.from(Array.from({ length: 12 * channels }, (_, index) => index));
      const one = { columns: 1, widthPx: 1, heightPx: 1, places: [{ left: 3, top: 1 }] };
      const first = 7 * channels;
      expect([...cutTiles({ ...numbered, data, channels }, one).data]).toEqual(
        Array.from({ length: channels }, (_, channel) => first + channel),
      );
    },
  );
});

describe('readTileRows', () => {
  it.each([
    [700, 500],
    [210, 900],
    [900, 195],
  ])('returns the same pixels as cutTiles for an image of %d × %d px', async (widthPx, heightPx) => {
    const data = photoPixels({ widthPx, heightPx });
    const pixels: Pixels = { data, widthPx, heightPx, channels: 3 };
    const open = () => sharp(data, { raw: { width: widthPx, height: heightPx, channels: 3 } });
    for (const maxRows of [undefined, 2]) {
      const tiles = spreadTiles(pixels, 12, maxRows);
      const cut = cutTiles(pixels, tiles);
      expect(area(cut)).toBe(area(tiles) * tiles.places.length);
      const read = await readTileRows(open, widthPx, tiles);
      expect({ ...read, data: read.data.equals(cut.data) }).toEqual({ ...cut, data: true });
    }
  });
});
