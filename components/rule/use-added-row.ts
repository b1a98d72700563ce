"use client";

import { type RefObject, useRef, useState } from "react";

/** Where the focus goes when rows come and go: into the new row; after a removal, to the button that adds one. */
export function useAddedRow(): {
  addedKey: string | null;
  setAddedKey: (key: string) => void;
  addButton: RefObject<HTMLButtonElement | null>;
} {
  const [addedKey, setAddedKey] = useState<string | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  return { addedKey, setAddedKey, addButton };
}
