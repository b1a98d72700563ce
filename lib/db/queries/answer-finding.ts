import type { TransactionSql } from "postgres";

/** What a person says to a finding. */
export type Answer = { kind: "acknowledged" } | { kind: "snoozed"; untilMs: number } | { kind: "resolved" };

/**
 * Acknowledged: seen, no reminders. Snoozed: no reminders until then. Resolved: over, with an all-clear; if the fact is seen again it is a new finding.
 * @param by the person's id @returns whether the finding was there and not resolved yet
 */
export async function answerFinding(
  sql: TransactionSql,
  findingId: string,
  answer: Answer,
  by: string,
): Promise<boolean> {
  switch (answer.kind) {
    case "acknowledged":
      return isOne(
        await sql`
          update findings set state = 'acknowledged', acknowledged_by = ${by}, snoozed_until = null, remind_at = null, updated_at = clock_timestamp()
          where id = ${findingId} and state <> 'resolved'`,
      );
    case "snoozed":
      return isOne(
        await sql`
          update findings set state = 'open', acknowledged_by = null, snoozed_until = at_ms(${answer.untilMs}), remind_at = at_ms(${answer.untilMs}),
            updated_at = clock_timestamp()
          where id = ${findingId} and state <> 'resolved'`,
      );
    case "resolved":
      return isOne(
        await sql`
          with ended as (
            update findings set state = 'resolved', resolved_by = ${by}, resolved_at = clock_timestamp(), updated_at = clock_timestamp(),
              snoozed_until = null, remind_at = null
            where id = ${findingId} and state <> 'resolved'
            returning id, workspace_id, sync_id, severity
          )
          insert into alert_notices (workspace_id, finding_id, sync_id, occasion, severity)
          select workspace_id, id, sync_id, 'cleared', severity from ended`,
      );
    default:
      throw new Error(`Unknown answer: ${JSON.stringify(answer satisfies never)}`);
  }
}

const isOne = ({ count }: { count: number }): boolean => count === 1;
