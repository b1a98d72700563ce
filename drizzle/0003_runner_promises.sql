ALTER TABLE "pending" DROP CONSTRAINT "pending_cause";--> statement-breakpoint
ALTER TABLE "record_rows" ADD COLUMN "met_by_walk" uuid;--> statement-breakpoint
ALTER TABLE "record_rows" ADD COLUMN "dismissed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "pending" ADD COLUMN "stage" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "leases" ADD COLUMN "yield_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "syncs" ADD COLUMN "next_probe_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "syncs" ADD COLUMN "next_opt_out_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "syncs" ADD COLUMN "guard_shown" integer;--> statement-breakpoint
ALTER TABLE "syncs" ADD COLUMN "guard_approved" integer;--> statement-breakpoint
ALTER TABLE "pending" ADD CONSTRAINT "pending_cause" CHECK ("pending"."cause" in ('walk', 'test', 'retry', 'doubt', 'hook', 'recheck'));