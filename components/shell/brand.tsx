/** The mark: a lamp over a line, and the name. */
export function Brand({ nameHidden = false }: { nameHidden?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2 font-semibold tracking-tight">
      <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6 shrink-0">
        <rect width="24" height="24" rx="6" className="fill-accent" />
        <path d="M14.8 5.2a6 6 0 1 0 4 7.4 4.8 4.8 0 0 1-4-7.4Z" className="fill-on-accent" />
        <circle cx="17.6" cy="6.6" r="1.1" className="fill-on-accent" />
      </svg>
      <span className={nameHidden ? "sr-only" : undefined}>Nightpost</span>
    </span>
  );
}
