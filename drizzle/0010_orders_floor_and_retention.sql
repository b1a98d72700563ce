ALTER TABLE "syncs" DROP CONSTRAINT "syncs_object";--> statement-breakpoint
ALTER TABLE "bookmarks" ADD COLUMN "starts_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "syncs" ADD CONSTRAINT "syncs_object" CHECK ("syncs"."object" in ('customer', 'order'));--> statement-breakpoint
-- Closed ledger rows after seven days, or what the sync keeps, never less; "forever": never. Previews after their day, sign-in leftovers. Open claims never.
CREATE OR REPLACE FUNCTION system_prune() RETURNS TABLE (ledger bigint, previews bigint, sessions bigint)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = '' AS $$
	WITH old_ledger AS (
		DELETE FROM public.ledger l USING public.syncs s
		WHERE s.id = l.sync_id AND l.state NOT IN ('claimed', 'doubt')
			AND CASE WHEN s.settings ->> 'keepLedgerDays' = 'forever' THEN false
				ELSE l.closed_at <= clock_timestamp() - make_interval(days => greatest(7, coalesce((s.settings ->> 'keepLedgerDays')::int, 7))) END
		RETURNING 1
	), old_previews AS (
		DELETE FROM public.previews WHERE expires_at <= clock_timestamp() RETURNING 1
	), old_sessions AS (
		DELETE FROM public.sessions WHERE expires_at <= clock_timestamp() RETURNING 1
	), old_verifications AS (
		DELETE FROM public.verifications WHERE expires_at <= clock_timestamp()
	), old_limits AS (
		DELETE FROM public.rate_limits WHERE last_request < extract(epoch FROM clock_timestamp() - interval '1 day') * 1000
	)
	SELECT (SELECT count(*) FROM old_ledger), (SELECT count(*) FROM old_previews), (SELECT count(*) FROM old_sessions)
$$;
