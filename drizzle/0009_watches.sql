-- What the hourly watches read of every published sync, a page at a time: states, times and counts.
GRANT SELECT (object, live_publication_id, scheduled_since) ON syncs TO nightpost_system;
--> statement-breakpoint
GRANT SELECT (lane, kind, verdict, finished_at) ON runs TO nightpost_system;
--> statement-breakpoint
GRANT SELECT (id, published_at) ON publications TO nightpost_system;
--> statement-breakpoint
GRANT SELECT (run_id, closed_at) ON batches TO nightpost_system;
--> statement-breakpoint
GRANT SELECT (sync_id, run_id, lane, queued, started_at) ON walks TO nightpost_system;
--> statement-breakpoint
GRANT SELECT (sync_id, kind, state) ON findings TO nightpost_system;
--> statement-breakpoint
DO $$
DECLARE
	seen text;
BEGIN
	FOREACH seen IN ARRAY ARRAY['publications', 'batches', 'walks'] LOOP
		EXECUTE format('CREATE POLICY system_reads ON public.%I FOR SELECT TO nightpost_system USING (true)', seen);
	END LOOP;
END
$$;
--> statement-breakpoint
CREATE FUNCTION system_watched_syncs(after uuid, up_to int) RETURNS TABLE (
	workspace_id uuid, sync_id uuid, state text, object text, schedule jsonb, watches jsonb, counted_from timestamptz, last_proven timestamptz,
	next_run timestamptz, last_requested timestamptz, lane_is_busy boolean, unbegun_since timestamptz, progress timestamptz, empty_runs int,
	has_produced boolean, open_findings jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
	SELECT s.workspace_id, s.id, s.state, s.object, s.schedule, s.settings -> 'watches', greatest(p.published_at, s.scheduled_since),
		(SELECT r.finished_at FROM public.runs r
			WHERE r.sync_id = s.id AND r.lane = 'scheduled' AND r.kind = 'ordinary' AND r.state = 'succeeded'
				AND r.verdict IN ('healthy', 'proven_quiet')
			ORDER BY r.finished_at DESC LIMIT 1),
		s.next_run_at,
		(SELECT r.requested_at FROM public.runs r WHERE r.sync_id = s.id AND r.lane = 'scheduled' AND r.kind = 'ordinary'
			ORDER BY r.requested_at DESC LIMIT 1),
		active.id IS NOT NULL,
		CASE WHEN active.started_at IS NULL THEN active.requested_at END,
		CASE WHEN active.id IS NOT NULL THEN greatest(
			(SELECT max(b.closed_at) FROM public.batches b WHERE b.run_id = active.id),
			(SELECT max(w.started_at) FROM public.walks w WHERE w.run_id = active.id)) END,
		CASE WHEN wanted.empty_runs IS NULL THEN 0 ELSE (
			-- The newest that produced ends the row; without one, all are empty.
			SELECT count(*) FILTER (WHERE NOT last.produced)::int FROM (
				SELECT bool_or(EXISTS (SELECT FROM public.walks w WHERE w.run_id = r.id AND w.queued > 0))
					OVER (ORDER BY r.finished_at DESC) AS produced
				FROM (SELECT r.id, r.finished_at FROM public.runs r
					WHERE r.sync_id = s.id AND r.lane = 'scheduled' AND r.kind = 'ordinary' AND r.state = 'succeeded'
					ORDER BY r.finished_at DESC LIMIT wanted.empty_runs) r) last) END,
		wanted.empty_runs IS NOT NULL AND EXISTS (SELECT FROM public.walks w WHERE w.sync_id = s.id AND w.lane = 'scheduled' AND w.queued > 0),
		coalesce((SELECT jsonb_agg(f.kind) FROM public.findings f WHERE f.sync_id = s.id AND f.state <> 'resolved'), '[]'::jsonb)
	FROM public.syncs s
	JOIN public.publications p ON p.id = s.live_publication_id
	LEFT JOIN public.runs active ON active.sync_id = s.id AND active.lane = 'scheduled' AND active.state IN ('queued', 'running', 'waiting')
	CROSS JOIN LATERAL (SELECT (s.settings #>> '{watches,emptyRuns}')::int AS empty_runs) wanted
	WHERE system_watched_syncs.after IS NULL OR s.id > system_watched_syncs.after
	ORDER BY s.id LIMIT up_to
$$;
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO nightpost_system;
--> statement-breakpoint
DO $$
DECLARE
	made regprocedure;
BEGIN
	FOR made IN SELECT oid FROM pg_catalog.pg_proc WHERE pronamespace = 'public'::regnamespace AND proname = 'system_watched_syncs' LOOP
		EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', made);
		EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO nightpost_app', made);
		EXECUTE format('ALTER FUNCTION %s OWNER TO nightpost_system', made);
	END LOOP;
END
$$;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM nightpost_system;
