"use client";

import { Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { AbsoluteTime } from "@/components/ui/relative-time";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { FormAction } from "@/lib/http/action-state";
import type { CustomerView } from "@/lib/use-cases/sandbox/shop-view";
import { consentTone } from "./consent-tone";
import { CustomerDialog } from "./customer-dialog";
import { DeleteDialog } from "./delete-dialog";

interface Props {
  customers: readonly CustomerView[];
  hidden: Readonly<Record<string, string>>;
  /** Absent for those who may only watch. */
  edit?: FormAction;
  remove?: FormAction;
  states: readonly string[];
  levels: readonly string[];
}

/** Customers of the stand-in shop. Their names are data of strangers: shown as text, whatever they contain. */
export function CustomersTable({ customers, ...rest }: Props) {
  const t = useTranslations("sandbox");
  if (customers.length === 0) return <p className="px-4 py-8 text-center text-muted text-sm">{t("nobody")}</p>;
  return (
    <Table label={t("tabs.shop")}>
      <TableHead>
        <TableHeader>{t("columns.customer")}</TableHeader>
        <TableHeader>{t("columns.phone")}</TableHeader>
        <TableHeader>{t("columns.consent")}</TableHeader>
        <TableHeader>{t("columns.changed")}</TableHeader>
        {rest.edit ? <TableHeader>{t("columns.actions")}</TableHeader> : null}
      </TableHead>
      <TableBody>
        {customers.map((customer) => (
          <CustomerRow key={customer.id} customer={customer} {...rest} />
        ))}
      </TableBody>
    </Table>
  );
}

function CustomerRow({
  customer,
  hidden,
  edit,
  remove,
  ...choices
}: Omit<Props, "customers"> & { customer: CustomerView }) {
  const t = useTranslations("sandbox");
  const name = `${customer.firstName ?? ""} ${customer.lastName ?? ""}`.trim() || t("no_name");
  const fields = { ...hidden, customerId: customer.id };
  return (
    <TableRow>
      <TableCell>
        <span className="block max-w-72 truncate font-medium">{name}</span>
        <span className="block max-w-72 truncate text-muted text-xs">{customer.address ?? t("no_address")}</span>
      </TableCell>
      <TableCell className="whitespace-nowrap">{customer.phone}</TableCell>
      <TableCell>
        <Consent customer={customer} />
      </TableCell>
      <TableCell className="text-muted">
        <AbsoluteTime at={customer.updatedAt} />
      </TableCell>
      {edit && remove ? (
        <TableCell>
          <span className="flex items-center gap-1">
            <CustomerDialog
              trigger={
                <Button size="small" variant="ghost" aria-label={t("edit_of", { name })}>
                  <Pencil aria-hidden />
                </Button>
              }
              title={t("edit_title", { name })}
              hidden={fields}
              action={edit}
              customer={customer}
              {...choices}
            />
            <DeleteDialog name={name} body={t("delete_customer_body")} hidden={fields} action={remove} />
          </span>
        </TableCell>
      ) : null}
    </TableRow>
  );
}

function Consent({ customer }: { customer: CustomerView }) {
  if (customer.consentState === null) return null;
  return (
    <span className="grid justify-items-start gap-0.5">
      <Badge tone={consentTone(customer.consentState)}>{customer.consentState}</Badge>
      <span className="text-faint text-xs">
        {customer.consentLevel} {customer.consentAt === null ? null : <AbsoluteTime at={customer.consentAt} />}
      </span>
    </span>
  );
}
