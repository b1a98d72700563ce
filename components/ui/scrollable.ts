/** A region that scrolls has to be reachable by keyboard (WCAG 2.1.1): it takes focus, and so it needs a name. */
export const SCROLLABLE = { tabIndex: 0 } as const;
