"use client";

import { createContext, useContext } from "react";

/** Opens the command palette of the workspace around. */
const PaletteContext = createContext<() => void>(() => {});

export const PaletteOpener = PaletteContext.Provider;
export const useOpenPalette = (): (() => void) => useContext(PaletteContext);
