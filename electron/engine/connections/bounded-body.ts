/**
 * The whole body of an answer; undefined when it is larger than allowed: the rest is then not read.
 * @param most bytes taken at most
 * @throws the error of a body that broke off
 */
export async function boundedBody(response: Response, most: number): Promise<Buffer | undefined> {
  const reader = response.body?.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    parts.push(next.value);
    size += next.value.length;
    if (size > most) {
      void reader?.cancel().catch(() => {});
      return undefined;
    }
  }
  return Buffer.concat(parts);
}
