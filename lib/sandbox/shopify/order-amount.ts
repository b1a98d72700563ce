/** Sums of decimal texts without floats: as many decimals as the longer has. `addAmounts("10.50", "2")` → `12.50` */
export function addAmounts(left: string, right: string): string {
  const decimals = Math.max(decimalsOf(left), decimalsOf(right));
  return write(read(left, decimals) + read(right, decimals), decimals);
}

export function subtractAmounts(left: string, right: string): string {
  return addAmounts(left, right.startsWith("-") ? right.slice(1) : `-${right}`);
}

/** `1250` hundredths → `12.50`; nothing behind the point for a currency without decimals. */
export function amountOf(minorUnits: number, decimals: number): string {
  return write(BigInt(minorUnits), decimals);
}

const decimalsOf = (amount: string): number => amount.split(".")[1]?.length ?? 0;

function read(amount: string, decimals: number): bigint {
  const [whole = "0", fraction = ""] = amount.split(".");
  return BigInt(`${whole}${fraction.padEnd(decimals, "0")}`);
}

function write(units: bigint, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, "0");
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return units < 0n ? `-${text}` : text;
}
