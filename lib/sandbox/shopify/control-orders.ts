import { z } from "zod";
import type { StandInAnswer, StandInRequest } from "@/lib/sandbox/contract";
import { jsonAnswer } from "@/lib/sandbox/http-answer";
import { generateOrders, generateOrdersSchema } from "@/lib/sandbox/shopify/generate-orders";
import type { EditOptions } from "@/lib/sandbox/shopify/mint-id";
import { type OrderInput, orderInputSchema, type ShopOrder } from "@/lib/sandbox/shopify/order";
import type { OrderEdits } from "@/lib/sandbox/shopify/order-edits";
import type { ShopState } from "@/lib/sandbox/shopify/shop-state";

const importSchema = z.strictObject({ orders: z.array(orderInputSchema), replace: z.boolean().default(false) });

/** What a control call about orders asks, taken apart: `/orders`, `/orders/:id`, `/orders/:id/:part`. */
export interface OrderCall {
  request: StandInRequest;
  id: string | undefined;
  part: string | undefined;
  body: unknown;
  options: EditOptions;
}

/** Answers control calls about orders. @returns undefined for one that does not exist */
export function routeOrders(
  { state, edits }: { state: ShopState; edits: OrderEdits },
  { request, id, part, body, options }: OrderCall,
): StandInAnswer | undefined {
  const answer = (order: ShopOrder | undefined, status = 200) =>
    order ? jsonAnswer(status, { order }) : jsonAnswer(404, { error: "No such order" });
  const named = id === undefined || id === "import" || id === "generate" ? (id ?? "") : ":id";
  switch (`${request.method} ${named}${part === undefined ? "" : `/${part}`}`) {
    case "GET ":
      return jsonAnswer(200, { orders: state.orders.accepted.all(), deletedIds: [...state.orders.deletedIds] });
    case "POST ":
      return answer(edits.create(body, options), 201);
    case "POST import": {
      const { orders, replace } = importSchema.parse(body);
      return jsonAnswer(200, edits.importMany(orders as OrderInput[], replace));
    }
    case "POST generate": {
      const customers = state.customers.accepted.all();
      return jsonAnswer(200, edits.importMany(generateOrders(generateOrdersSchema.parse(body), customers), true));
    }
    case "GET :id":
      return answer(state.orders.accepted.get(id ?? ""));
    case "PATCH :id":
      return answer(edits.edit(id ?? "", body, options));
    case "DELETE :id":
      return edits.remove(id ?? "") ? jsonAnswer(200, { deleted: true }) : answer(undefined);
    case "POST :id/refund":
      return answer(edits.refund(id ?? "", body));
    case "POST :id/cancel":
      return answer(edits.cancel(id ?? ""));
    default:
      return undefined;
  }
}
