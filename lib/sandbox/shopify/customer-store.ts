import type { ShopCustomer } from "@/lib/sandbox/shopify/customer";
import { RecordStore } from "@/lib/sandbox/shopify/record-store";
import { compareIds } from "@/lib/sandbox/shopify/record-text";

/** Customers, found by address too. */
export class CustomerStore extends RecordStore<ShopCustomer> {
  private readonly idsByAddress = new Map<string, Set<string>>();

  /** The customer with this address, whatever the case; the lowest id where several share it. */
  getByAddress(address: string): ShopCustomer | undefined {
    const ids = [...(this.idsByAddress.get(address.toLowerCase()) ?? [])].sort(compareIds);
    return ids[0] === undefined ? undefined : this.get(ids[0]);
  }

  protected override enter({ id, email }: ShopCustomer): void {
    const address = email?.address.toLowerCase();
    if (address === undefined) return;
    const ids = this.idsByAddress.get(address) ?? new Set();
    this.idsByAddress.set(address, ids.add(id));
  }

  protected override leave({ id, email }: ShopCustomer): void {
    const address = email?.address.toLowerCase();
    if (address !== undefined) this.idsByAddress.get(address)?.delete(id);
  }
}
