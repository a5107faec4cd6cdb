/**
 * Whether a number is a multiple of a step, in the decimals that people write: 0.3 is a multiple of 0.1, though the
 * binary quotient is not whole. Large numbers count as their shortest decimal text, so 1e23 is a multiple of 10.
 */
export function isMultipleOf(value: number, step: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return value % step === 0;
  const [digits, exponent] = decimal(value);
  const [stepDigits, stepExponent] = decimal(step);
  const low = Math.min(exponent, stepExponent);
  return (digits * tenTo(exponent - low)) % (stepDigits * tenTo(stepExponent - low)) === 0n;
}

/** A number as whole digits and a power of ten: 0.0075 is 75 and -4. */
function decimal(value: number): [bigint, number] {
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}

function tenTo(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}
