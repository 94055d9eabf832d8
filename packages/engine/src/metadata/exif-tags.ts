/** Tags of EXIF 2.32, grouped by the directory that contains them. */
export const exifTags = {
  orientation: 0x0112,
  copyright: 0x8298,
  exifPointer: 0x8769,
  gpsPointer: 0x8825,
} as const;

export const captureTags = {
  exifVersion: 0x9000,
  dateTimeOriginal: 0x9003,
  offsetTimeOriginal: 0x9011,
} as const;

export const gpsTags = {
  version: 0,
  latitudeRef: 1,
  latitude: 2,
  longitudeRef: 3,
  longitude: 4,
  altitudeRef: 5,
  altitude: 6,
} as const;
