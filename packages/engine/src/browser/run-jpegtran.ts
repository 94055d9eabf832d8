/** Browsers cannot run programs, so JPEGs are not rotated losslessly there. */
export async function runJpegtran(): Promise<undefined> {
  return undefined;
}
