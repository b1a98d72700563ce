CREATE TABLE "contradictions" (
	"sync_id" uuid NOT NULL,
	"lane" text NOT NULL,
	"record_id" text NOT NULL,
	"workspace_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"receipts" text[] NOT NULL,
	"looks" integer DEFAULT 1 NOT NULL,
	"walk_id" uuid NOT NULL,
	"first_look_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"landed_at" timestamp (3) with time zone,
	CONSTRAINT "contradictions_sync_id_lane_record_id_pk" PRIMARY KEY("sync_id","lane","record_id"),
	CONSTRAINT "contradictions_lane" CHECK ("contradictions"."lane" in ('scheduled', 'manual'))
);
--> statement-breakpoint
CREATE TABLE "reading_states" (
	"sync_id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"lag_ms" double precision DEFAULT 0 NOT NULL,
	"lag_at" timestamp (3) with time zone,
	"drift" integer,
	"last_drift" integer,
	"gap_reads" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pending" DROP CONSTRAINT "pending_cause";--> statement-breakpoint
ALTER TABLE "pending" ADD COLUMN "met_by_walk" uuid;--> statement-breakpoint
ALTER TABLE "walks" ADD COLUMN "total_before" integer;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "sweep" text;--> statement-breakpoint
ALTER TABLE "syncs" ADD COLUMN "sweep_due" text;--> statement-breakpoint
ALTER TABLE "contradictions" ADD CONSTRAINT "contradictions_sync" FOREIGN KEY ("workspace_id","sync_id") REFERENCES "public"."syncs"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_states" ADD CONSTRAINT "reading_states_sync" FOREIGN KEY ("workspace_id","sync_id") REFERENCES "public"."syncs"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending" ADD CONSTRAINT "pending_cause" CHECK ("pending"."cause" in ('walk', 'test', 'retry', 'doubt', 'hook', 'recheck', 'vanished'));--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_sweep" CHECK ("runs"."sweep" in ('daily', 'weekly'));--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_sweep_says_which" CHECK ((kind = 'sweep') = (sweep is not null));--> statement-breakpoint
ALTER TABLE "syncs" ADD CONSTRAINT "syncs_sweep_due" CHECK ("syncs"."sweep_due" in ('daily', 'weekly'));--> statement-breakpoint
ALTER TABLE "contradictions" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "contradictions" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "contradictions" TO nightpost_app
	USING (workspace_id = (SELECT NULLIF(current_setting('nightpost.workspace', true), '')::uuid))
	WITH CHECK (workspace_id = (SELECT NULLIF(current_setting('nightpost.workspace', true), '')::uuid));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "contradictions" TO nightpost_app;
--> statement-breakpoint
ALTER TABLE "reading_states" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "reading_states" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "reading_states" TO nightpost_app
	USING (workspace_id = (SELECT NULLIF(current_setting('nightpost.workspace', true), '')::uuid))
	WITH CHECK (workspace_id = (SELECT NULLIF(current_setting('nightpost.workspace', true), '')::uuid));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "reading_states" TO nightpost_app;
--> statement-breakpoint
GRANT UPDATE (sweep_due) ON syncs TO nightpost_system;
--> statement-breakpoint
GRANT SELECT (sweep_due) ON syncs TO nightpost_system;
--> statement-breakpoint
-- A sweep is due: the next scheduled run of each sync that runs by itself carries it. A weekly one is more than a daily one.
CREATE FUNCTION system_mark_sweeps(which text) RETURNS bigint
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = '' AS $$
	WITH marked AS (
		UPDATE public.syncs SET sweep_due = which
		WHERE state = 'active' AND schedule ->> 'kind' <> 'off' AND (sweep_due IS NULL OR which = 'weekly')
		RETURNING 1
	)
	SELECT count(*) FROM marked
$$;
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO nightpost_system;
--> statement-breakpoint
REVOKE ALL ON FUNCTION system_mark_sweeps(text) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION system_mark_sweeps(text) TO nightpost_app;
--> statement-breakpoint
ALTER FUNCTION system_mark_sweeps(text) OWNER TO nightpost_system;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM nightpost_system;
