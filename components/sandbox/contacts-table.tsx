import { Ban, MailCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { OneButtonForm } from "@/components/connections/one-button-form";
import { AbsoluteTime } from "@/components/ui/relative-time";
import { Status } from "@/components/ui/status";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { FormAction } from "@/lib/http/action-state";
import type { ContactView } from "@/lib/use-cases/sandbox/read-account";
import { DeleteDialog } from "./delete-dialog";

interface Props {
  contacts: readonly ContactView[];
  workspaceId: string;
  /** Absent for those who may only watch. */
  act?: FormAction;
}

/** Contacts of the stand-in account, with what the merchant can do to them in Brevo itself. */
export function ContactsTable({ contacts, workspaceId, act }: Props) {
  const t = useTranslations("sandbox");
  if (contacts.length === 0) return <p className="px-4 py-8 text-center text-muted text-sm">{t("nobody")}</p>;
  return (
    <Table label={t("truth.contacts")}>
      <TableHead>
        <TableHeader>{t("columns.contact")}</TableHeader>
        <TableHeader>{t("columns.state")}</TableHeader>
        <TableHeader>{t("columns.lists")}</TableHeader>
        <TableHeader>{t("columns.changed")}</TableHeader>
        {act ? <TableHeader>{t("columns.actions")}</TableHeader> : null}
      </TableHead>
      <TableBody>
        {contacts.map((contact) => (
          <ContactRow key={contact.id} contact={contact} workspaceId={workspaceId} act={act} />
        ))}
      </TableBody>
    </Table>
  );
}

function ContactRow({ contact, workspaceId, act }: Omit<Props, "contacts"> & { contact: ContactView }) {
  const t = useTranslations("sandbox");
  return (
    <TableRow>
      <TableCell>
        <span className="block max-w-72 truncate font-medium">{contact.address ?? t("no_address")}</span>
        <span className="block max-w-72 truncate text-muted text-xs">{contact.name || t("no_name")}</span>
      </TableCell>
      <TableCell>
        <Status
          look="plain"
          icon={contact.blocklisted ? Ban : MailCheck}
          tone={contact.blocklisted ? "warning" : "success"}
        >
          {contact.blocklisted ? t("opted_out") : t("may_be_mailed")}
        </Status>
      </TableCell>
      <TableCell>{contact.lists.join(", ") || <span className="text-muted">{t("none")}</span>}</TableCell>
      <TableCell className="text-muted">
        <AbsoluteTime at={contact.modifiedAt} />
      </TableCell>
      {act ? (
        <TableCell>
          <ContactActs contact={contact} workspaceId={workspaceId} act={act} />
        </TableCell>
      ) : null}
    </TableRow>
  );
}

function ContactActs({ contact, workspaceId, act }: { contact: ContactView; workspaceId: string; act: FormAction }) {
  const t = useTranslations("sandbox");
  const name = contact.address ?? String(contact.id);
  const hidden = { workspace: workspaceId, contactId: String(contact.id) };
  const [to, label, full] = contact.blocklisted
    ? ["opt-in", t("opt_in"), t("opt_in_of", { name })]
    : ["opt-out", t("opt_out"), t("opt_out_of", { name })];
  return (
    <span className="flex items-center gap-1">
      <OneButtonForm size="small" hidden={{ ...hidden, act: to }} action={act} name={full}>
        {label}
      </OneButtonForm>
      <DeleteDialog name={name} body={t("delete_contact_body")} hidden={{ ...hidden, act: "delete" }} action={act} />
    </span>
  );
}
