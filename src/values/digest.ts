/**
 * FNV-1a with 64 bits over the UTF-16 units of a text, low byte first, as 16 hexadecimal digits. Two 32-bit halves
 * instead of BigInt, which would be some thirty times slower. Not a cryptographic hash: never the only evidence.
 */
export function fnv1a64(text: string): string {
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    for (let byte = 0; byte < 2; byte++) {
      low ^= byte === 0 ? unit & 0xff : unit >>> 8;
      // Multiply by the prime 2^40 + 0x1b3.
      const low16 = (low & 0xffff) * 0x1b3;
      const mid = (low >>> 16) * 0x1b3 + (low16 >>> 16);
      high = (Math.imul(high, 0x1b3) + (mid >>> 16) + (low << 8)) | 0;
      low = ((mid & 0xffff) << 16) | (low16 & 0xffff);
    }
  }
  return hex(high) + hex(low);
}

function hex(half: number): string {
  return (half >>> 0).toString(16).padStart(8, "0");
}
