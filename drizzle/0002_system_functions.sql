-- What works across workspaces: narrow functions that return ids and states, owned by a role with policies of its own. (Under FORCE not even the
-- tables' owner sees rows.) The app may call them and nothing else may.
-- Columns that the functions name, and no more: neither secrets nor records.
GRANT SELECT (workspace_id) ON canary TO nightpost_system;
--> statement-breakpoint
GRANT SELECT (id, name, time_zone, created_at) ON workspaces TO nightpost_system;
--> statement-breakpoint
GRANT SELECT (workspace_id, user_id, role) ON members TO nightpost_system;
--> statement-breakpoint
GRANT SELECT (id, workspace_id, state, schedule, next_run_at, settings) ON syncs TO nightpost_system;
--> statement-breakpoint
GRANT SELECT (id, workspace_id, sync_id, state, driver, announced_at, heard_at, wake_at, started_at, requested_at) ON runs TO nightpost_system;
--> statement-breakpoint
GRANT SELECT (sync_id, run_id, beat_at, left_at, taken_at) ON leases TO nightpost_system;
--> statement-breakpoint
GRANT SELECT (sync_id, state, closed_at), DELETE ON ledger TO nightpost_system;
--> statement-breakpoint
GRANT SELECT (expires_at), DELETE ON previews, sessions, verifications TO nightpost_system;
--> statement-breakpoint
GRANT SELECT (last_request), DELETE ON rate_limits TO nightpost_system;
--> statement-breakpoint
DO $$
DECLARE
	seen text;
BEGIN
	FOREACH seen IN ARRAY ARRAY['workspaces', 'members', 'syncs', 'runs', 'leases', 'ledger', 'previews', 'canary'] LOOP
		EXECUTE format('CREATE POLICY system_reads ON public.%I FOR SELECT TO nightpost_system USING (true)', seen);
	END LOOP;
	FOREACH seen IN ARRAY ARRAY['ledger', 'previews'] LOOP
		EXECUTE format('CREATE POLICY system_prunes ON public.%I FOR DELETE TO nightpost_system USING (true)', seen);
	END LOOP;
END
$$;
--> statement-breakpoint
CREATE FUNCTION system_canary() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
	SELECT EXISTS (SELECT FROM public.canary WHERE workspace_id = '00000000-0000-4000-8000-000000000000')
$$;
--> statement-breakpoint
CREATE FUNCTION system_due_syncs(up_to int) RETURNS TABLE (workspace_id uuid, sync_id uuid, schedule jsonb, time_zone text, next_run_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
	SELECT s.workspace_id, s.id, s.schedule, w.time_zone, s.next_run_at
	FROM public.syncs s JOIN public.workspaces w ON w.id = s.workspace_id
	WHERE s.state = 'active' AND s.next_run_at <= clock_timestamp()
	ORDER BY s.next_run_at LIMIT up_to
$$;
--> statement-breakpoint
-- Runs that nobody seems to drive: announced a while ago (or never) and not taken, beat gone, or asleep past their time.
CREATE FUNCTION system_unheard_runs(queued_ms int, beat_dead_ms int, wake_grace_ms int, up_to int) RETURNS TABLE (workspace_id uuid, run_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
	SELECT r.workspace_id, r.id
	FROM public.runs r
	LEFT JOIN public.leases l ON l.sync_id = r.sync_id AND l.run_id = r.id
	CROSS JOIN (SELECT clock_timestamp() AS now) t
	WHERE CASE r.state
		WHEN 'queued' THEN r.driver IS NULL OR (r.announced_at <= t.now - make_interval(secs => queued_ms / 1000.0)
			AND coalesce(r.heard_at, '-infinity') <= t.now - make_interval(secs => beat_dead_ms / 1000.0))
		WHEN 'running' THEN coalesce(r.announced_at, '-infinity') <= t.now - make_interval(secs => beat_dead_ms / 1000.0)
			AND coalesce(l.beat_at, l.left_at, '-infinity') <= t.now - make_interval(secs => beat_dead_ms / 1000.0)
		WHEN 'waiting' THEN coalesce(r.announced_at, '-infinity') <= t.now - make_interval(secs => wake_grace_ms / 1000.0)
			AND r.wake_at <= t.now - make_interval(secs => wake_grace_ms / 1000.0)
		ELSE false
	END AND r.state IN ('queued', 'running', 'waiting')
	ORDER BY r.requested_at LIMIT up_to
$$;
--> statement-breakpoint
-- Runs at work without a beat for a lease's life.
CREATE FUNCTION system_dead_runs(lease_ms int, up_to int) RETURNS TABLE (workspace_id uuid, run_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
	SELECT r.workspace_id, r.id
	FROM public.runs r
	LEFT JOIN public.leases l ON l.sync_id = r.sync_id AND l.run_id = r.id
	WHERE r.state = 'running'
		AND coalesce(l.beat_at, l.left_at, l.taken_at, r.started_at, '-infinity') <= clock_timestamp() - make_interval(secs => lease_ms / 1000.0)
	ORDER BY r.started_at LIMIT up_to
$$;
--> statement-breakpoint
CREATE FUNCTION system_run_workspace(run_id uuid) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
	SELECT r.workspace_id FROM public.runs r WHERE r.id = run_id
$$;
--> statement-breakpoint
CREATE FUNCTION system_memberships(user_id uuid) RETURNS TABLE (workspace_id uuid, name text, role text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
	SELECT w.id, w.name, m.role
	FROM public.members m JOIN public.workspaces w ON w.id = m.workspace_id
	WHERE m.user_id = system_memberships.user_id
	ORDER BY w.created_at
$$;
--> statement-breakpoint
-- Closed ledger rows after seven days (or what the sync keeps, never less), previews after their day, sign-in leftovers. Open claims never.
CREATE FUNCTION system_prune() RETURNS TABLE (ledger bigint, previews bigint, sessions bigint)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = '' AS $$
	WITH old_ledger AS (
		DELETE FROM public.ledger l USING public.syncs s
		WHERE s.id = l.sync_id AND l.state NOT IN ('claimed', 'doubt')
			AND l.closed_at <= clock_timestamp() - make_interval(days => greatest(7, coalesce((s.settings ->> 'keepLedgerDays')::int, 7)))
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
--> statement-breakpoint
-- A function's new owner must be allowed to make one in the schema at that moment.
GRANT CREATE ON SCHEMA public TO nightpost_system;
--> statement-breakpoint
DO $$
DECLARE
	made regprocedure;
BEGIN
	FOR made IN SELECT oid FROM pg_catalog.pg_proc WHERE pronamespace = 'public'::regnamespace AND proname LIKE 'system\_%' LOOP
		EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', made);
		EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO nightpost_app', made);
		EXECUTE format('ALTER FUNCTION %s OWNER TO nightpost_system', made);
	END LOOP;
END
$$;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM nightpost_system;
