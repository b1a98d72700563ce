import type { Sql } from "postgres";

/**
 * Reserves calls of an account's budget (GCRA): one statement for any number, whatever the process. @param gapMs between two calls
 * @returns ms until the first may start
 */
export async function reserveCalls(
  sql: Sql,
  bucket: { account: string; bucket: string; gapMs: number },
  calls: number,
): Promise<number> {
  const lengthMs = calls * bucket.gapMs;
  const [reserved] = await sql<{ startInMs: number }[]>`
    insert into limiter_buckets as b (account, bucket, next_at)
    select ${bucket.account}, ${bucket.bucket}, t.now + ${lengthMs}::float8 * interval '1 millisecond' from (select clock_timestamp() as now) t
    on conflict (account, bucket) do update
      set next_at = greatest(b.next_at, clock_timestamp()) + ${lengthMs}::float8 * interval '1 millisecond'
    returning greatest(0, epoch_ms(b.next_at) - ${lengthMs}::float8 - epoch_ms(clock_timestamp())) as "startInMs"`;
  return reserved?.startInMs ?? 0;
}

/** The other side said to wait: nobody starts a call of this bucket before then. */
export async function holdCallsUntil(
  sql: Sql,
  bucket: { account: string; bucket: string },
  waitMs: number,
): Promise<void> {
  await sql`
    insert into limiter_buckets as b (account, bucket, next_at)
    values (${bucket.account}, ${bucket.bucket}, clock_timestamp() + ${waitMs}::float8 * interval '1 millisecond')
    on conflict (account, bucket) do update set next_at = greatest(b.next_at, excluded.next_at)`;
}
