ALTER TABLE "findings" ADD CONSTRAINT "findings_of_workspace" UNIQUE("workspace_id","id");--> statement-breakpoint
CREATE TABLE "alert_channels" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"hint" text NOT NULL,
	"config" "bytea",
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"verified_at" timestamp (3) with time zone,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "alert_channels_of_workspace" UNIQUE("workspace_id","id"),
	CONSTRAINT "alert_channels_kind" CHECK ("alert_channels"."kind" in ('email', 'slack', 'webhook')),
	CONSTRAINT "alert_channels_removed_wiped" CHECK ((removed_at is null) = (config is not null))
);
--> statement-breakpoint
CREATE TABLE "alert_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"notice_id" uuid NOT NULL,
	"channel_id" uuid,
	"user_id" uuid,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"claimed_until" timestamp (3) with time zone,
	"error" text,
	"receipt" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "alert_deliveries_state" CHECK ("alert_deliveries"."state" in ('queued', 'delivered', 'failed', 'superseded')),
	CONSTRAINT "alert_deliveries_to" CHECK ((channel_id is null) <> (user_id is null)),
	CONSTRAINT "alert_deliveries_settled" CHECK ((state = 'queued') = (settled_at is null))
);
--> statement-breakpoint
CREATE TABLE "alert_notices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"finding_id" uuid,
	"sync_id" uuid,
	"channel_id" uuid,
	"occasion" text NOT NULL,
	"severity" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"escalated_at" timestamp (3) with time zone,
	CONSTRAINT "alert_notices_of_workspace" UNIQUE("workspace_id","id"),
	CONSTRAINT "alert_notices_occasion" CHECK ("alert_notices"."occasion" in ('opened', 'raised', 'reminder', 'cleared', 'test')),
	CONSTRAINT "alert_notices_severity" CHECK ("alert_notices"."severity" in ('info', 'warning', 'critical')),
	CONSTRAINT "alert_notices_about" CHECK ((occasion = 'test') = (finding_id is null) and (occasion = 'test') = (channel_id is not null))
);
--> statement-breakpoint
CREATE TABLE "alert_routes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"sync_id" uuid,
	"least" text NOT NULL,
	CONSTRAINT "alert_routes_one" UNIQUE NULLS NOT DISTINCT("channel_id","sync_id"),
	CONSTRAINT "alert_routes_least" CHECK ("alert_routes"."least" in ('info', 'warning', 'critical', 'none'))
);
--> statement-breakpoint
ALTER TABLE "findings" ADD COLUMN "remind_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "findings" ADD COLUMN "acknowledged_by" uuid;--> statement-breakpoint
ALTER TABLE "findings" ADD COLUMN "resolved_by" uuid;--> statement-breakpoint
ALTER TABLE "alert_channels" ADD CONSTRAINT "alert_channels_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_channels" ADD CONSTRAINT "alert_channels_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_deliveries" ADD CONSTRAINT "alert_deliveries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_deliveries" ADD CONSTRAINT "alert_deliveries_notice" FOREIGN KEY ("workspace_id","notice_id") REFERENCES "public"."alert_notices"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_deliveries" ADD CONSTRAINT "alert_deliveries_channel_of" FOREIGN KEY ("workspace_id","channel_id") REFERENCES "public"."alert_channels"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_notices" ADD CONSTRAINT "alert_notices_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_notices" ADD CONSTRAINT "alert_notices_finding" FOREIGN KEY ("workspace_id","finding_id") REFERENCES "public"."findings"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_notices" ADD CONSTRAINT "alert_notices_channel" FOREIGN KEY ("workspace_id","channel_id") REFERENCES "public"."alert_channels"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_routes" ADD CONSTRAINT "alert_routes_channel" FOREIGN KEY ("workspace_id","channel_id") REFERENCES "public"."alert_channels"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_routes" ADD CONSTRAINT "alert_routes_sync" FOREIGN KEY ("workspace_id","sync_id") REFERENCES "public"."syncs"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_deliveries_channel" ON "alert_deliveries" USING btree ("notice_id","channel_id") WHERE channel_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_deliveries_owner" ON "alert_deliveries" USING btree ("notice_id","user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "alert_deliveries_due" ON "alert_deliveries" USING btree ("next_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "alert_deliveries_user" ON "alert_deliveries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "alert_deliveries_newest" ON "alert_deliveries" USING btree ("workspace_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "alert_notices_once" ON "alert_notices" USING btree ("finding_id","occasion","severity") WHERE occasion in ('opened', 'raised', 'cleared');--> statement-breakpoint
CREATE INDEX "alert_notices_to_escalate" ON "alert_notices" USING btree ("created_at") WHERE severity = 'critical' and escalated_at is null;--> statement-breakpoint
CREATE INDEX "alert_routes_workspace" ON "alert_routes" USING btree ("workspace_id");--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_acknowledged_by_users_id_fk" FOREIGN KEY ("acknowledged_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_resolved_by_users_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "findings_to_remind" ON "findings" USING btree ("remind_at") WHERE state = 'open';
--> statement-breakpoint
-- Who may see and change it: as every tenant table. Notices and deliveries are receipts: the app may not delete them.
DO $$
DECLARE
	tenant text;
	mine text := 'workspace_id = (SELECT NULLIF(current_setting(''nightpost.workspace'', true), '''')::uuid)';
BEGIN
	FOREACH tenant IN ARRAY ARRAY['alert_channels', 'alert_routes', 'alert_notices', 'alert_deliveries'] LOOP
		EXECUTE format('ALTER TABLE public.%I ENABLE ROW LEVEL SECURITY', tenant);
		EXECUTE format('ALTER TABLE public.%I FORCE ROW LEVEL SECURITY', tenant);
		EXECUTE format('CREATE POLICY workspace ON public.%I TO nightpost_app USING (%s) WITH CHECK (%s)', tenant, mine, mine);
	END LOOP;
END
$$;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON alert_channels, alert_routes, alert_notices, alert_deliveries TO nightpost_app;
--> statement-breakpoint
GRANT DELETE ON alert_routes TO nightpost_app;
--> statement-breakpoint
CREATE FUNCTION severity_rank(text) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT CASE $1 WHEN 'info' THEN 1 WHEN 'warning' THEN 2 WHEN 'critical' THEN 3 WHEN 'none' THEN 4 END
$$;
--> statement-breakpoint
-- Whoever writes a notice writes its deliveries with it: no path can forget them. Runs as who inserts, so row-level security binds it.
CREATE FUNCTION queue_alert_deliveries() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
	CASE NEW.occasion
		WHEN 'test' THEN
			INSERT INTO public.alert_deliveries (workspace_id, notice_id, channel_id) VALUES (NEW.workspace_id, NEW.id, NEW.channel_id);
		-- The all-clear goes to whoever was told, however the routes read today.
		WHEN 'cleared' THEN
			INSERT INTO public.alert_deliveries (workspace_id, notice_id, channel_id, user_id)
			SELECT DISTINCT NEW.workspace_id, NEW.id, d.channel_id, d.user_id
			FROM public.alert_deliveries d
			JOIN public.alert_notices n ON n.id = d.notice_id
			LEFT JOIN public.alert_channels c ON c.id = d.channel_id
			WHERE n.finding_id = NEW.finding_id AND d.state IN ('queued', 'delivered') AND (d.channel_id IS NULL OR c.removed_at IS NULL);
		-- A channel's route for this very sync counts more than its route for all.
		WHEN 'opened', 'raised', 'reminder' THEN
			INSERT INTO public.alert_deliveries (workspace_id, notice_id, channel_id)
			SELECT NEW.workspace_id, NEW.id, c.id
			FROM public.alert_channels c
			CROSS JOIN LATERAL (
				SELECT r.least FROM public.alert_routes r
				WHERE r.channel_id = c.id AND (r.sync_id IS NULL OR r.sync_id = NEW.sync_id)
				ORDER BY r.sync_id NULLS LAST LIMIT 1
			) route
			WHERE c.workspace_id = NEW.workspace_id AND c.removed_at IS NULL
				AND public.severity_rank(NEW.severity) >= public.severity_rank(route.least);
	END CASE;
	PERFORM pg_notify('nightpost_alert', NEW.id::text);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER alert_notices_queued AFTER INSERT ON alert_notices FOR EACH ROW EXECUTE FUNCTION queue_alert_deliveries();
--> statement-breakpoint
GRANT SELECT (workspace_id, state, next_at, claimed_until, notice_id) ON alert_deliveries TO nightpost_system;
--> statement-breakpoint
GRANT SELECT (id, workspace_id, severity, occasion, created_at, escalated_at) ON alert_notices TO nightpost_system;
--> statement-breakpoint
GRANT SELECT (workspace_id, state, remind_at) ON findings TO nightpost_system;
--> statement-breakpoint
DO $$
DECLARE
	seen text;
BEGIN
	FOREACH seen IN ARRAY ARRAY['alert_deliveries', 'alert_notices', 'findings'] LOOP
		EXECUTE format('CREATE POLICY system_reads ON public.%I FOR SELECT TO nightpost_system USING (true)', seen);
	END LOOP;
END
$$;
--> statement-breakpoint
-- Workspaces whose outbox has something to do: a delivery or a reminder is due, or a critical notice that no channel has taken.
CREATE FUNCTION system_alert_work(up_to int) RETURNS TABLE (workspace_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
	SELECT d.workspace_id FROM public.alert_deliveries d
	WHERE d.state = 'queued' AND d.next_at <= clock_timestamp() AND coalesce(d.claimed_until, '-infinity') <= clock_timestamp()
	UNION
	SELECT f.workspace_id FROM public.findings f WHERE f.state = 'open' AND f.remind_at <= clock_timestamp()
	UNION
	SELECT n.workspace_id FROM public.alert_notices n
	WHERE n.severity = 'critical' AND n.escalated_at IS NULL AND n.occasion IN ('opened', 'raised')
		AND NOT EXISTS (SELECT FROM public.alert_deliveries d WHERE d.notice_id = n.id AND d.state = 'delivered')
	LIMIT up_to
$$;
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO nightpost_system;
--> statement-breakpoint
REVOKE ALL ON FUNCTION system_alert_work(int) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION system_alert_work(int) TO nightpost_app;
--> statement-breakpoint
ALTER FUNCTION system_alert_work(int) OWNER TO nightpost_system;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM nightpost_system;
