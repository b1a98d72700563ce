/** A tab: underlined when its panel (Radix) or its page (`aria-current`) is the one shown. */
export const tabStyle = [
  "-mb-px flex items-center gap-1.5 whitespace-nowrap border-b-2 border-transparent px-0.5 py-2 font-medium text-[0.8125rem] text-muted hover:text-ink",
  "focus-visible:outline-offset-[-2px]",
  "data-[state=active]:border-accent data-[state=active]:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink",
];
