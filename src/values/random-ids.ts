const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const drawnAtOnce = 256;

/** Makes random identifiers. Random bytes are drawn in bulk: a draw for each id would cost more than the id. */
export class RandomIds {
  readonly #bytes = new Uint8Array(drawnAtOnce);
  #used = drawnAtOnce;

  /** `prefix` and `length` random base62 characters. */
  next(prefix: string, length: number): string {
    let id = prefix;
    while (id.length < prefix.length + length) {
      if (this.#used === drawnAtOnce) {
        crypto.getRandomValues(this.#bytes);
        this.#used = 0;
      }
      const byte = this.#bytes[this.#used++]!;
      // 248 is the largest multiple of 62 in a byte: above it some characters would be likelier than others.
      if (byte < 248) id += alphabet.charAt(byte % 62);
    }
    return id;
  }
}
