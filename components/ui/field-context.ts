"use client";

import { createContext, useContext } from "react";

export interface FieldWiring {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

/** How a `Field` tells the control inside it which id, description and validity it has. */
export const FieldContext = createContext<FieldWiring | undefined>(undefined);

/** Attributes for the control; what the control is given itself goes first. Empty outside a `Field`. */
export function useFieldAttributes(own: { id?: string; required?: boolean }) {
  const field = useContext(FieldContext);
  return {
    id: own.id ?? field?.id,
    required: own.required ?? (field?.required || undefined),
    "aria-describedby": field?.describedBy,
    "aria-invalid": field?.invalid || undefined,
  };
}
