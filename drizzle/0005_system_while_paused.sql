-- What goes on while syncs are paused: probes of those that outages alone have paused, and opt-outs, which do not wait.
GRANT SELECT (pause_outage_only, next_probe_at, next_opt_out_at) ON syncs TO nightpost_system;
--> statement-breakpoint
CREATE FUNCTION system_due_probes(up_to int) RETURNS TABLE (workspace_id uuid, sync_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
	SELECT s.workspace_id, s.id FROM public.syncs s
	WHERE s.state = 'paused' AND s.pause_outage_only AND coalesce((s.settings ->> 'resumeAfterOutage')::boolean, true)
		AND s.next_probe_at <= clock_timestamp()
	ORDER BY s.next_probe_at LIMIT up_to
$$;
--> statement-breakpoint
CREATE FUNCTION system_due_opt_outs(up_to int) RETURNS TABLE (workspace_id uuid, sync_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
	SELECT s.workspace_id, s.id FROM public.syncs s
	WHERE s.state = 'paused' AND s.next_opt_out_at <= clock_timestamp()
	ORDER BY s.next_opt_out_at LIMIT up_to
$$;
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO nightpost_system;
--> statement-breakpoint
DO $$
DECLARE
	made regprocedure;
BEGIN
	FOR made IN SELECT oid FROM pg_catalog.pg_proc WHERE pronamespace = 'public'::regnamespace AND proname IN ('system_due_probes', 'system_due_opt_outs') LOOP
		EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', made);
		EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO nightpost_app', made);
		EXECUTE format('ALTER FUNCTION %s OWNER TO nightpost_system', made);
	END LOOP;
END
$$;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM nightpost_system;
