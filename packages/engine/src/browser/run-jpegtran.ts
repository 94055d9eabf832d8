/** Returns undefined, because browsers cannot run jpegtran. JPEGs are therefore not rotated losslessly in browsers. */
export async function runJpegtran(): Promise<undefined> {
  return undefined;
}
