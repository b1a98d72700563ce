import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";

/** A search that is an address: it can be shared, and works without JavaScript. */
export function SearchForm({ label, search, total }: { label: string; search: string; total: number }) {
  const t = useTranslations("sandbox");
  return (
    <search>
      <form className="flex flex-wrap items-center gap-2 px-4 py-3">
        <Input
          key={search}
          name="q"
          type="search"
          aria-label={label}
          placeholder={label}
          defaultValue={search}
          className="max-w-72"
        />
        <Button type="submit">
          <Search aria-hidden />
          {t("search")}
        </Button>
        <span className="text-muted text-sm tabular-nums">{t("found", { total })}</span>
      </form>
    </search>
  );
}
