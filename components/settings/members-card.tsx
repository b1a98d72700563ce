"use client";

import { useTranslations } from "next-intl";
import { ActionDialog } from "@/components/ui/action-dialog";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { AbsoluteTime } from "@/components/ui/relative-time";
import { Select } from "@/components/ui/select";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { FormAction } from "@/lib/http/action-state";
import type { InvitationLine, MemberLine } from "@/lib/use-cases/members/list-members";
import { InviteForm } from "./invite-form";

export const MEMBER_ROLES = ["owner", "editor", "viewer"] as const;

interface Actions {
  invite: FormAction;
  revoke: FormAction;
  role: FormAction;
  remove: FormAction;
}

interface Props {
  members: readonly MemberLine[];
  invitations: readonly InvitationLine[];
  /** The id of whoever looks. */
  me: string;
  hidden: Readonly<Record<string, string>>;
  leave: FormAction;
  /** Null for whoever is no owner. */
  actions: Actions | null;
}

/** Who belongs here, who was asked to, and what each may do. */
export function MembersCard({ members, invitations, me, hidden, leave, actions }: Props) {
  const t = useTranslations("settings");
  return (
    <Card
      title={t("members")}
      description={t("members_hint")}
      flush
      actions={
        <ActionDialog
          trigger={<Button size="small">{t("leave")}</Button>}
          title={t("leave_title")}
          description={t("leave_body")}
          submitLabel={t("leave")}
          variant="danger"
          action={leave}
          hidden={hidden}
        />
      }
    >
      <Table label={t("members")}>
        <TableHead>
          <TableHeader>{t("person")}</TableHeader>
          <TableHeader>{t("role")}</TableHeader>
          <TableHeader>{t("since")}</TableHeader>
          {actions ? (
            <TableHeader className="relative">
              <span className="sr-only">{t("actions")}</span>
            </TableHeader>
          ) : null}
        </TableHead>
        <TableBody>
          {members.map((member) => (
            <MemberRow key={member.userId} {...{ member, me, hidden, actions }} />
          ))}
          {actions
            ? invitations.map((invitation) => (
                <InvitationRow key={invitation.invitationId} {...{ invitation, hidden, actions }} />
              ))
            : null}
        </TableBody>
      </Table>
      {actions ? <InviteForm hidden={hidden} action={actions.invite} /> : null}
    </Card>
  );
}

function MemberRow({ member, me, hidden, actions }: { member: MemberLine } & Pick<Props, "me" | "hidden" | "actions">) {
  const t = useTranslations("settings");
  const ids = { ...hidden, userId: member.userId };
  return (
    <TableRow>
      <TableCell>
        <p className="font-medium">
          <bdi>{member.name}</bdi>
          {member.userId === me ? <span className="ml-1.5 font-normal text-muted">{t("you")}</span> : null}
        </p>
        <p className="text-muted text-xs">{member.email}</p>
      </TableCell>
      <TableCell>{t(`roles.${member.role}`)}</TableCell>
      <TableCell>
        <AbsoluteTime at={member.sinceMs} />
      </TableCell>
      {actions ? (
        <TableCell>
          <div className="flex flex-wrap justify-end gap-2">
            <ActionDialog
              trigger={
                <Button size="small" aria-label={t("change_role_of", { name: member.name })}>
                  {t("change_role")}
                </Button>
              }
              title={t("change_role_of", { name: member.name })}
              description={t("change_role_body")}
              submitLabel={t("change_role")}
              action={actions.role}
              hidden={ids}
            >
              <Field name="role" label={t("role")}>
                <Select name="role" defaultValue={member.role}>
                  {MEMBER_ROLES.map((role) => (
                    <option key={role} value={role}>
                      {t(`roles.${role}`)}
                    </option>
                  ))}
                </Select>
              </Field>
            </ActionDialog>
            {member.userId === me ? null : (
              <ActionDialog
                trigger={
                  <Button size="small" variant="ghost" aria-label={t("remove_name", { name: member.name })}>
                    {t("remove")}
                  </Button>
                }
                title={t("remove_name", { name: member.name })}
                description={t("remove_body")}
                submitLabel={t("remove")}
                variant="danger"
                action={actions.remove}
                hidden={ids}
              />
            )}
          </div>
        </TableCell>
      ) : null}
    </TableRow>
  );
}

function InvitationRow({
  invitation,
  hidden,
  actions,
}: {
  invitation: InvitationLine;
  hidden: Props["hidden"];
  actions: Actions;
}) {
  const t = useTranslations("settings");
  return (
    <TableRow>
      <TableCell className="text-muted">{t("invited", { email: invitation.email })}</TableCell>
      <TableCell>{t(`roles.${invitation.role}`)}</TableCell>
      <TableCell className="text-muted">
        {t.rich("expires", { at: () => <AbsoluteTime at={invitation.expiresAtMs} /> })}
      </TableCell>
      <TableCell>
        <div className="flex justify-end">
          <ActionDialog
            trigger={
              <Button size="small" variant="ghost" aria-label={t("take_back_name", { email: invitation.email })}>
                {t("take_back")}
              </Button>
            }
            title={t("take_back_name", { email: invitation.email })}
            description={t("take_back_body")}
            submitLabel={t("take_back")}
            variant="danger"
            action={actions.revoke}
            hidden={{ ...hidden, invitationId: invitation.invitationId }}
          />
        </div>
      </TableCell>
    </TableRow>
  );
}
