import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { allowedLicenses } from '../src/licenses/allowed-licenses.ts';
import { formatNotices, noticesFile } from '../src/licenses/format-notices.ts';
import {
  readShippedPackages,
  type ShippedPackage,
  withoutPlatform,
} from '../src/licenses/shipped-packages.ts';

let packages: ShippedPackage[];

beforeAll(() => {
  packages = readShippedPackages();
});

describe('the distributed packages', () => {
  it('are those in the images and the web app, excluding tools and tests', () => {
    const names = packages.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['fastify', 'sharp', '@img/sharp-libvips-<platform>', 'react']),
    );
    expect(
      names.filter((name) => /^(vitest|typescript|vite|@biomejs|@playwright|@types)/.test(name)),
    ).toEqual([]);
    expect(packages.find(({ name }) => name === 'libheif-js')).toMatchObject({
      isInServices: true,
      isInBrowser: true,
    });
  });

  it('all have an allowed license', () => {
    const unknown = packages.filter(({ license }) => !(license in allowedLicenses));
    expect(unknown.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
  });

  it('are listed in THIRD_PARTY_LICENSES (update: node tools/dev/src/licenses/write-notices.ts)', () => {
    expect(readFileSync(noticesFile, 'utf8')).toBe(formatNotices(packages));
  });

  it('include the libraries linked into libvips', () => {
    expect(readFileSync(noticesFile, 'utf8')).toMatch(/libvips\s+\| LGPLv3/);
  });

  it.each([
    ['@img/sharp-linux-x64', '@img/sharp-<platform>'],
    ['@img/sharp-libvips-linuxmusl-arm64', '@img/sharp-libvips-<platform>'],
    ['@node-rs/argon2-linux-x64-gnu', '@node-rs/argon2-<platform>'],
    ['@napi-rs/image-win32-x64-msvc', '@napi-rs/image-<platform>'],
    ['fastify', 'fastify'],
  ])('include %s under the platform-independent name %s', (name, one) =>
    expect(withoutPlatform(name)).toBe(one),
  );
});
