"use client";

import { useMessage } from "@/components/ui/form-message";
import { messageKeyOf } from "@/lib/http/message-key";
import type { FieldFault } from "@/lib/use-cases/errors";

/** The words of a fault of the form. */
export function useFault(): (fault: FieldFault | undefined) => string | undefined {
  const say = useMessage();
  return (fault) => (fault ? say({ key: messageKeyOf(fault.code), params: fault.params }) : undefined);
}
