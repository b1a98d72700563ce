import { type OutboundFault, type OutboundPolicy, postOutbound } from "@/lib/http/outbound";
import { err, ok, type Result } from "@/lib/kernel/result";
import type { SendFault } from "../message";

export interface Receipt {
  /** HTTP status, or SMTP reply code. */
  status: number;
}

/** Posts JSON to an address that a user gave, and says whether it was taken. */
export async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  policy?: OutboundPolicy,
): Promise<Result<Receipt, SendFault>> {
  const sent = await postOutbound(
    { url, headers: { "content-type": "application/json", "user-agent": "Nightpost", ...headers }, body },
    policy,
  );
  if (!sent.ok) return err(wireFault(sent.error));
  const { status } = sent.value;
  if (status >= 200 && status < 300) return ok({ status });
  if (status >= 300 && status < 400) return err({ code: "http_redirect", final: true, status });
  const passes = status >= 500 || status < 300 || [408, 425, 429].includes(status);
  return err({ code: passes ? "http_unavailable" : "http_refused", final: !passes, status });
}

function wireFault(fault: OutboundFault): SendFault {
  switch (fault) {
    case "host_unknown":
      return { code: "http_host_unknown", final: false };
    case "timeout":
      return { code: "http_timeout", final: false };
    case "tls":
      return { code: "http_tls", final: false };
    case "connection":
      return { code: "http_connection", final: false };
    case "address_refused":
      return { code: "http_address_refused", final: true };
    case "url_unreadable":
    case "url_scheme":
    case "url_port":
    case "url_credentials":
    case "url_literal_address":
    case "url_host":
      return { code: "http_url", final: true };
  }
}
