import { readBody } from "@/lib/http/body";
import { problemOf, problemResponse } from "@/lib/http/problem";
import { unexpectedResponse } from "@/lib/http/route";
import { receiveShopify } from "@/lib/use-cases/webhooks/receive-shopify";

export const dynamic = "force-dynamic";

/** Payloads of orders with hundreds of lines stay below a megabyte; ours ask for ids alone. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Where Shopify tells us of changes. 200 only when all that it means is stored; anything else is sent again, for four hours. */
export async function POST(request: Request): Promise<Response> {
  try {
    const body = await readBody(request, MOST_BYTES);
    if (!body.ok) return problemResponse(body.error);
    const header = (name: string) => request.headers.get(`x-shopify-${name}`);
    const taken = await receiveShopify({
      body: body.value,
      domain: header("shop-domain"),
      topic: header("topic"),
      signature: header("hmac-sha256"),
      eventId: header("event-id"),
      triggeredAt: header("triggered-at"),
    });
    return taken.ok ? new Response(null, { status: 200 }) : problemResponse(problemOf(taken.error));
  } catch (error) {
    return unexpectedResponse(error, "POST /api/webhooks/shopify");
  }
}
