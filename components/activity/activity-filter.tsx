import { Download } from "lucide-react";
import Form from "next/form";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";

interface Props {
  actors: readonly { id: string; name: string }[];
  nouns: readonly string[];
  chosen: { actor?: string | undefined; about?: string | undefined };
  /** Where the same entries are as CSV. */
  csvHref: string;
}

/** Whose entries, and about what; a plain form, so that a filter is an address. */
export function ActivityFilter({ actors, nouns, chosen, csvHref }: Props) {
  const t = useTranslations("activity");
  return (
    <Form action="" className="flex flex-wrap items-end gap-3">
      <Field name="actor" label={t("who")} className="min-w-44">
        <Select name="actor" defaultValue={chosen.actor ?? ""} key={chosen.actor}>
          <option value="">{t("anybody")}</option>
          {actors.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field name="about" label={t("about")} className="min-w-44">
        <Select name="about" defaultValue={chosen.about ?? ""} key={chosen.about}>
          <option value="">{t("anything")}</option>
          {nouns.map((noun) => (
            <option key={noun} value={noun}>
              {t.has(`nouns.${noun}`) ? t(`nouns.${noun}`) : noun}
            </option>
          ))}
        </Select>
      </Field>
      <Button type="submit">{t("filter")}</Button>
      <a className={buttonStyle({ variant: "ghost" })} href={csvHref} download>
        <Download aria-hidden />
        {t("csv")}
      </a>
    </Form>
  );
}
