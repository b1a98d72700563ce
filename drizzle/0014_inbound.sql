CREATE TABLE "inbound_events" (
	"workspace_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"event_key" text NOT NULL,
	"topic" text NOT NULL,
	"record_ids" text[] DEFAULT '{}' NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "inbound_events_connection_id_event_key_pk" PRIMARY KEY("connection_id","event_key")
);
--> statement-breakpoint
CREATE TABLE "opt_out_scans" (
	"workspace_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"scanned_to" timestamp (3) with time zone,
	"overlapped_at" timestamp (3) with time zone,
	"whole_at" timestamp (3) with time zone,
	"last_run_id" uuid,
	CONSTRAINT "opt_out_scans_workspace_id_connection_id_pk" PRIMARY KEY("workspace_id","connection_id"),
	CONSTRAINT "opt_out_scans_connection" UNIQUE("connection_id")
);
--> statement-breakpoint
CREATE TABLE "privacy_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"record_id" text,
	"address_hashes" text[] DEFAULT '{}' NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"sealed_export" "bytea",
	"export_until" timestamp (3) with time zone,
	CONSTRAINT "privacy_requests_kind" CHECK ("privacy_requests"."kind" in ('data_request', 'customer_redact', 'shop_redact')),
	CONSTRAINT "privacy_requests_state" CHECK ("privacy_requests"."state" in ('open', 'done')),
	CONSTRAINT "privacy_requests_done_since" CHECK ((state = 'done') = (done_at is not null)),
	CONSTRAINT "privacy_requests_about" CHECK ((kind = 'shop_redact') = (record_id is null)),
	CONSTRAINT "privacy_requests_export" CHECK ((sealed_export is not null) = (export_until is not null))
);
--> statement-breakpoint
CREATE TABLE "run_hook_calls" (
	"sync_id" uuid NOT NULL,
	"idempotency_key" text NOT NULL,
	"workspace_id" uuid NOT NULL,
	"body_digest" text NOT NULL,
	"run_id" uuid NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "run_hook_calls_sync_id_idempotency_key_pk" PRIMARY KEY("sync_id","idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "run_hook_keys" (
	"sync_id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"sealed_key" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "hooks" jsonb;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "hooks_due_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL;--> statement-breakpoint
ALTER TABLE "inbound_events" ADD CONSTRAINT "inbound_events_connection" FOREIGN KEY ("workspace_id","connection_id") REFERENCES "public"."connections"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opt_out_scans" ADD CONSTRAINT "opt_out_scans_connection_of" FOREIGN KEY ("workspace_id","connection_id") REFERENCES "public"."connections"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "privacy_requests" ADD CONSTRAINT "privacy_requests_connection" FOREIGN KEY ("workspace_id","connection_id") REFERENCES "public"."connections"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_hook_calls" ADD CONSTRAINT "run_hook_calls_run" FOREIGN KEY ("workspace_id","run_id") REFERENCES "public"."runs"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_hook_keys" ADD CONSTRAINT "run_hook_keys_sync" FOREIGN KEY ("workspace_id","sync_id") REFERENCES "public"."syncs"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inbound_events_received" ON "inbound_events" USING btree ("connection_id","received_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "privacy_requests_newest" ON "privacy_requests" USING btree ("workspace_id","received_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "privacy_requests_open" ON "privacy_requests" USING btree ("next_at") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "run_hook_calls_run_of" ON "run_hook_calls" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX connections_shop ON connections ((details ->> 'shopDomain')) WHERE kind = 'shopify';
--> statement-breakpoint
DO $$
DECLARE
	tenant text;
	mine text := 'workspace_id = (SELECT NULLIF(current_setting(''nightpost.workspace'', true), '''')::uuid)';
BEGIN
	FOREACH tenant IN ARRAY ARRAY['inbound_events', 'privacy_requests', 'run_hook_keys', 'run_hook_calls', 'opt_out_scans'] LOOP
		EXECUTE format('ALTER TABLE public.%I ENABLE ROW LEVEL SECURITY', tenant);
		EXECUTE format('ALTER TABLE public.%I FORCE ROW LEVEL SECURITY', tenant);
		EXECUTE format('CREATE POLICY workspace ON public.%I TO nightpost_app USING (%s) WITH CHECK (%s)', tenant, mine, mine);
	END LOOP;
END
$$;
--> statement-breakpoint
GRANT SELECT, INSERT ON inbound_events, run_hook_calls TO nightpost_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON privacy_requests, opt_out_scans TO nightpost_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON run_hook_keys TO nightpost_app;
--> statement-breakpoint
-- What finds the workspace of something that comes from outside, or is due by itself: ids and states, never a record.
GRANT SELECT (id, workspace_id, kind, state, details, hooks_due_at) ON connections TO nightpost_system;
--> statement-breakpoint
GRANT SELECT (id, workspace_id, state, next_at, export_until), UPDATE (sealed_export, export_until) ON privacy_requests TO nightpost_system;
--> statement-breakpoint
GRANT SELECT (received_at), DELETE ON inbound_events, run_hook_calls TO nightpost_system;
--> statement-breakpoint
DO $$
DECLARE
	seen text;
BEGIN
	FOREACH seen IN ARRAY ARRAY['connections', 'privacy_requests', 'inbound_events', 'run_hook_calls'] LOOP
		EXECUTE format('CREATE POLICY system_inbound ON public.%I FOR SELECT TO nightpost_system USING (true)', seen);
	END LOOP;
	FOREACH seen IN ARRAY ARRAY['inbound_events', 'run_hook_calls'] LOOP
		EXECUTE format('CREATE POLICY system_prunes ON public.%I FOR DELETE TO nightpost_system USING (true)', seen);
	END LOOP;
	CREATE POLICY system_wipes ON public.privacy_requests FOR UPDATE TO nightpost_system USING (true);
END
$$;
--> statement-breakpoint
CREATE FUNCTION system_shop_connections(domain text) RETURNS TABLE (workspace_id uuid, connection_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
	SELECT c.workspace_id, c.id FROM public.connections c WHERE c.kind = 'shopify' AND c.details ->> 'shopDomain' = domain ORDER BY c.id
$$;
--> statement-breakpoint
CREATE FUNCTION system_connection_workspace(connection_id uuid) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
	SELECT c.workspace_id FROM public.connections c WHERE c.id = connection_id
$$;
--> statement-breakpoint
CREATE FUNCTION system_sync_workspace(sync_id uuid) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
	SELECT s.workspace_id FROM public.syncs s WHERE s.id = sync_id
$$;
--> statement-breakpoint
CREATE FUNCTION system_due_hooks(up_to int) RETURNS TABLE (workspace_id uuid, connection_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
	SELECT c.workspace_id, c.id FROM public.connections c
	WHERE c.state = 'connected' AND c.hooks_due_at <= clock_timestamp() ORDER BY c.hooks_due_at LIMIT up_to
$$;
--> statement-breakpoint
CREATE FUNCTION system_open_privacy_requests(up_to int) RETURNS TABLE (workspace_id uuid, request_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
	SELECT p.workspace_id, p.id FROM public.privacy_requests p
	WHERE p.state = 'open' AND p.next_at <= clock_timestamp() ORDER BY p.next_at LIMIT up_to
$$;
--> statement-breakpoint
-- Events after a week (Shopify repeats one for four hours), calls of the run webhook after two days, exports after their time.
CREATE FUNCTION system_prune_inbound() RETURNS TABLE (events bigint, calls bigint, exports bigint)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = '' AS $$
	WITH old_events AS (
		DELETE FROM public.inbound_events WHERE received_at <= clock_timestamp() - interval '7 days' RETURNING 1
	), old_calls AS (
		DELETE FROM public.run_hook_calls WHERE received_at <= clock_timestamp() - interval '2 days' RETURNING 1
	), old_exports AS (
		UPDATE public.privacy_requests SET sealed_export = NULL, export_until = NULL WHERE export_until <= clock_timestamp() RETURNING 1
	)
	SELECT (SELECT count(*) FROM old_events), (SELECT count(*) FROM old_calls), (SELECT count(*) FROM old_exports)
$$;
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO nightpost_system;
--> statement-breakpoint
DO $$
DECLARE
	made text;
BEGIN
	FOREACH made IN ARRAY ARRAY[
		'system_shop_connections(text)', 'system_connection_workspace(uuid)', 'system_sync_workspace(uuid)', 'system_due_hooks(int)',
		'system_open_privacy_requests(int)', 'system_prune_inbound()'
	] LOOP
		EXECUTE format('REVOKE ALL ON FUNCTION public.%s FROM PUBLIC', made);
		EXECUTE format('GRANT EXECUTE ON FUNCTION public.%s TO nightpost_app', made);
		EXECUTE format('ALTER FUNCTION public.%s OWNER TO nightpost_system', made);
	END LOOP;
END
$$;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM nightpost_system;
