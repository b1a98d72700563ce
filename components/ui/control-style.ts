/** The box of a text-like control; its border has the 3:1 contrast that WCAG 1.4.11 asks of a control. */
export const controlStyle = [
  "w-full rounded-md border border-control bg-surface px-2.5 text-ink text-sm shadow-small",
  "hover:border-faint focus-visible:border-accent focus-visible:outline-offset-0",
  "aria-invalid:border-danger-ink aria-invalid:focus-visible:outline-danger-ink",
  "disabled:cursor-not-allowed disabled:bg-sunken disabled:text-faint",
];
