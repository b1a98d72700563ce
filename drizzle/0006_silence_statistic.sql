CREATE TABLE "silence_states" (
	"sync_id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"state" jsonb NOT NULL,
	"looked_again_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "walks" ADD COLUMN "arrived" integer;--> statement-breakpoint
ALTER TABLE "walks" ADD COLUMN "expected" double precision;--> statement-breakpoint
ALTER TABLE "walks" ADD COLUMN "silence" double precision;--> statement-breakpoint
ALTER TABLE "walks" ADD COLUMN "silence_limit" double precision;--> statement-breakpoint
ALTER TABLE "syncs" ADD COLUMN "scheduled_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "silence_states" ADD CONSTRAINT "silence_states_sync" FOREIGN KEY ("workspace_id","sync_id") REFERENCES "public"."syncs"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "silence_states" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "silence_states" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "silence_states" TO nightpost_app
	USING (workspace_id = (SELECT NULLIF(current_setting('nightpost.workspace', true), '')::uuid))
	WITH CHECK (workspace_id = (SELECT NULLIF(current_setting('nightpost.workspace', true), '')::uuid));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "silence_states" TO nightpost_app;
