CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "accounts_provider_account" UNIQUE("provider_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text NOT NULL,
	"count" integer NOT NULL,
	"last_request" bigint NOT NULL,
	CONSTRAINT "rate_limits_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "connections" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"identity" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"last_error" jsonb,
	CONSTRAINT "connections_of_workspace" UNIQUE("workspace_id","id"),
	CONSTRAINT "connections_kind" CHECK ("connections"."kind" in ('shopify', 'brevo')),
	CONSTRAINT "connections_state" CHECK ("connections"."state" in ('connected', 'broken', 'disconnected'))
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"field" text NOT NULL,
	"version" integer NOT NULL,
	"ciphertext" "bytea" NOT NULL,
	"iv" "bytea" NOT NULL,
	"tag" "bytea" NOT NULL,
	"key_version" integer NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "credentials_version" UNIQUE("connection_id","field","version")
);
--> statement-breakpoint
CREATE TABLE "batches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"taken" integer NOT NULL,
	"delivered" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"filtered" integer DEFAULT 0 NOT NULL,
	"superseded" integer DEFAULT 0 NOT NULL,
	"gone" integer DEFAULT 0 NOT NULL,
	"held" integer DEFAULT 0 NOT NULL,
	"doubt" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"returned" integer DEFAULT 0 NOT NULL,
	"retaken_doubt" integer DEFAULT 0 NOT NULL,
	"retaken_failed" integer DEFAULT 0 NOT NULL,
	"opened_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "batches_number" UNIQUE("run_id","number"),
	CONSTRAINT "batches_add_up" CHECK (closed_at is null or taken = delivered + unchanged + refused + filtered + superseded + gone + held + doubt + failed + returned),
	CONSTRAINT "batches_never_more_than_taken" CHECK (taken >= delivered + unchanged + refused + filtered + superseded + gone + held + doubt + failed + returned)
);
--> statement-breakpoint
CREATE TABLE "ledger" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"sync_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"lane" text NOT NULL,
	"epoch" bigint NOT NULL,
	"record_id" text NOT NULL,
	"account" text NOT NULL,
	"address_hash" text NOT NULL,
	"delivery_key" text NOT NULL,
	"payload_digest" text NOT NULL,
	"sequence" integer NOT NULL,
	"calls" integer NOT NULL,
	"state" text DEFAULT 'claimed' NOT NULL,
	"sealed_body" "bytea",
	"source_updated_at" timestamp (3) with time zone,
	"destination_id" text,
	"maybe_creates" boolean NOT NULL,
	"exempt" boolean NOT NULL,
	"error_code" text,
	"looks" integer DEFAULT 0 NOT NULL,
	"check_at" timestamp (3) with time zone,
	"claimed_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "ledger_lane" CHECK ("ledger"."lane" in ('scheduled', 'manual')),
	CONSTRAINT "ledger_state" CHECK ("ledger"."state" in ('claimed', 'completed', 'refused', 'released', 'doubt')),
	CONSTRAINT "ledger_open_until_closed" CHECK ((closed_at is null) = ("ledger"."state" in ('claimed', 'doubt'))),
	CONSTRAINT "ledger_sealed_while_open" CHECK ((sealed_body is not null) = ("ledger"."state" in ('claimed', 'doubt')))
);
--> statement-breakpoint
CREATE TABLE "limiter_buckets" (
	"account" text NOT NULL,
	"bucket" text NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "limiter_buckets_account_bucket_pk" PRIMARY KEY("account","bucket")
);
--> statement-breakpoint
CREATE TABLE "record_rows" (
	"sync_id" uuid NOT NULL,
	"account" text NOT NULL,
	"record_id" text NOT NULL,
	"workspace_id" uuid NOT NULL,
	"outcome" text NOT NULL,
	"reason" text,
	"notes" text[] DEFAULT '{}' NOT NULL,
	"error_code" text,
	"applied_digest" text,
	"source_updated_at" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"consent_state" text,
	"address_hash" text,
	"destination_id" text,
	"listed" boolean DEFAULT false NOT NULL,
	"publication_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"settled_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "record_rows_sync_id_account_record_id_pk" PRIMARY KEY("sync_id","account","record_id"),
	CONSTRAINT "record_rows_outcome_known" CHECK ("record_rows"."outcome" in ('delivered', 'unchanged', 'refused', 'filtered', 'superseded', 'gone', 'held'))
);
--> statement-breakpoint
CREATE TABLE "suppressions" (
	"workspace_id" uuid NOT NULL,
	"account" text NOT NULL,
	"address_hash" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"lifted_at" timestamp (3) with time zone,
	CONSTRAINT "suppressions_workspace_id_account_address_hash_pk" PRIMARY KEY("workspace_id","account","address_hash")
);
--> statement-breakpoint
CREATE TABLE "tombstones" (
	"workspace_id" uuid NOT NULL,
	"source" text NOT NULL,
	"account" text NOT NULL,
	"record_id" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "tombstones_workspace_id_source_account_record_id_pk" PRIMARY KEY("workspace_id","source","account","record_id")
);
--> statement-breakpoint
CREATE TABLE "findings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"sync_id" uuid,
	"kind" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"severity" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"evidence" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"opened_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"snoozed_until" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	CONSTRAINT "findings_severity" CHECK ("findings"."severity" in ('info', 'warning', 'critical')),
	CONSTRAINT "findings_state" CHECK ("findings"."state" in ('open', 'acknowledged', 'resolved')),
	CONSTRAINT "findings_resolved_since" CHECK ((state = 'resolved') = (resolved_at is not null))
);
--> statement-breakpoint
CREATE TABLE "previews" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"sync_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"rule" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"ends" jsonb NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"totals" jsonb,
	"samples" "bytea",
	"failure" jsonb,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expires_at" timestamp (3) with time zone DEFAULT clock_timestamp() + interval '24 hours' NOT NULL,
	CONSTRAINT "previews_state" CHECK ("previews"."state" in ('running', 'ready', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "publications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"sync_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"rule" jsonb NOT NULL,
	"ends" jsonb NOT NULL,
	"digest" text NOT NULL,
	"signature" text NOT NULL,
	"preview_id" uuid,
	"published_by" uuid NOT NULL,
	"published_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "publications_of_sync" UNIQUE("sync_id","id"),
	CONSTRAINT "publications_number" UNIQUE("sync_id","number"),
	CONSTRAINT "publications_number_from_one" CHECK (number >= 1)
);
--> statement-breakpoint
CREATE TABLE "bookmarks" (
	"sync_id" uuid NOT NULL,
	"lane" text NOT NULL,
	"workspace_id" uuid NOT NULL,
	"at" timestamp (3) with time zone,
	"covered" timestamp (3) with time zone,
	"moved_at" timestamp (3) with time zone,
	CONSTRAINT "bookmarks_sync_id_lane_pk" PRIMARY KEY("sync_id","lane"),
	CONSTRAINT "bookmarks_lane" CHECK ("bookmarks"."lane" in ('scheduled', 'manual'))
);
--> statement-breakpoint
CREATE TABLE "pending" (
	"sync_id" uuid NOT NULL,
	"lane" text NOT NULL,
	"record_id" text NOT NULL,
	"workspace_id" uuid NOT NULL,
	"seen_at" timestamp (3) with time zone,
	"mark" integer DEFAULT 1 NOT NULL,
	"withdrawal" boolean DEFAULT false NOT NULL,
	"cause" text NOT NULL,
	"check_at" timestamp (3) with time zone,
	"tried_by_run" uuid,
	"last_outcome" text,
	"doubt_runs" integer DEFAULT 0 NOT NULL,
	"looks" integer DEFAULT 0 NOT NULL,
	"queued_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "pending_sync_id_lane_record_id_pk" PRIMARY KEY("sync_id","lane","record_id"),
	CONSTRAINT "pending_lane" CHECK ("pending"."lane" in ('scheduled', 'manual')),
	CONSTRAINT "pending_cause" CHECK ("pending"."cause" in ('walk', 'test', 'retry', 'doubt', 'hook')),
	CONSTRAINT "pending_last_outcome" CHECK ("pending"."last_outcome" in ('doubt', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "walks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"sync_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"lane" text NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'walking' NOT NULL,
	"floor" timestamp (3) with time zone,
	"t0" timestamp (3) with time zone NOT NULL,
	"cursor" text,
	"lowest" timestamp (3) with time zone,
	"pages" integer DEFAULT 0 NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"queued" integer DEFAULT 0 NOT NULL,
	"met_floor" boolean DEFAULT false NOT NULL,
	"verdict" text,
	"evidence" jsonb,
	"started_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "walks_lane" CHECK ("walks"."lane" in ('scheduled', 'manual')),
	CONSTRAINT "walks_kind" CHECK ("walks"."kind" in ('updated', 'id')),
	CONSTRAINT "walks_state" CHECK ("walks"."state" in ('walking', 'complete', 'judged', 'abandoned')),
	CONSTRAINT "walks_verdict" CHECK ("walks"."verdict" in ('healthy', 'proven_quiet', 'suspect_short', 'unreadable')),
	CONSTRAINT "walks_finished_is_over" CHECK ((finished_at is null) = ("walks"."state" in ('walking', 'complete')))
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"epoch" bigint,
	"failure" jsonb,
	"next_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "attempts_number" UNIQUE("run_id","number")
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"sync_id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"epoch" bigint DEFAULT 0 NOT NULL,
	"run_id" uuid,
	"lane" text,
	"taken_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"beat_at" timestamp (3) with time zone,
	"left_at" timestamp (3) with time zone,
	CONSTRAINT "leases_held_or_given_back" CHECK ((run_id is null) = (expires_at is null) and (run_id is null) = (lane is null) and (beat_at is null or run_id is not null))
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"sync_id" uuid NOT NULL,
	"lane" text NOT NULL,
	"kind" text DEFAULT 'ordinary' NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"publication_id" uuid NOT NULL,
	"driver" text,
	"announced_at" timestamp (3) with time zone,
	"heard_at" timestamp (3) with time zone,
	"requested_by" text NOT NULL,
	"requested_by_user" uuid,
	"requested_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"wake_at" timestamp (3) with time zone,
	"failed_attempts" integer DEFAULT 0 NOT NULL,
	"second_look" boolean DEFAULT false NOT NULL,
	"has_worked" boolean DEFAULT false NOT NULL,
	"from_at" timestamp (3) with time zone,
	"test_record_ids" text[],
	"resend" boolean DEFAULT false NOT NULL,
	"cancel_requested_at" timestamp (3) with time zone,
	"used_calls" integer DEFAULT 0 NOT NULL,
	"used_created" integer DEFAULT 0 NOT NULL,
	"used_written" integer DEFAULT 0 NOT NULL,
	"failure" jsonb,
	"verdict" text,
	"left_over" integer,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "runs_of_workspace" UNIQUE("workspace_id","id"),
	CONSTRAINT "runs_lane" CHECK ("runs"."lane" in ('scheduled', 'manual')),
	CONSTRAINT "runs_kind" CHECK ("runs"."kind" in ('ordinary', 'test', 'sweep', 'opt_out')),
	CONSTRAINT "runs_state" CHECK ("runs"."state" in ('queued', 'running', 'waiting', 'succeeded', 'failed', 'collided', 'stopped', 'crashed', 'capped', 'cancelled')),
	CONSTRAINT "runs_requested_by" CHECK ("runs"."requested_by" in ('user', 'schedule', 'hook')),
	CONSTRAINT "runs_verdict" CHECK ("runs"."verdict" in ('healthy', 'proven_quiet', 'suspect_short', 'unreadable')),
	CONSTRAINT "runs_finished_is_over" CHECK ((finished_at is null) = ("runs"."state" in ('queued', 'running', 'waiting'))),
	CONSTRAINT "runs_waiting_until" CHECK (state <> 'waiting' or wake_at is not null),
	CONSTRAINT "runs_failed_says_why" CHECK (state not in ('failed', 'crashed') or failure is not null),
	CONSTRAINT "runs_used" CHECK (used_calls >= 0 and used_created >= 0 and used_written >= 0)
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"sync_id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"rule" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "syncs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"object" text DEFAULT 'customer' NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"source_connection_id" uuid,
	"destination_connection_id" uuid,
	"live_publication_id" uuid,
	"schedule" jsonb DEFAULT '{"kind":"interval","minutes":15}'::jsonb NOT NULL,
	"next_run_at" timestamp (3) with time zone,
	"streak_threshold" integer DEFAULT 5 NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"paused_at" timestamp (3) with time zone,
	"pause_cause" jsonb,
	"pause_outage_only" boolean DEFAULT false NOT NULL,
	"pause_run_ids" uuid[] DEFAULT '{}' NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "syncs_of_workspace" UNIQUE("workspace_id","id"),
	CONSTRAINT "syncs_object" CHECK ("syncs"."object" in ('customer')),
	CONSTRAINT "syncs_state" CHECK ("syncs"."state" in ('draft', 'active', 'paused')),
	CONSTRAINT "syncs_active_is_published" CHECK (state <> 'active' or live_publication_id is not null),
	CONSTRAINT "syncs_paused_since" CHECK ((state = 'paused') = (paused_at is not null)),
	CONSTRAINT "syncs_threshold" CHECK (streak_threshold between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "activity" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"verb" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "activity_actor_kind" CHECK ("activity"."actor_kind" in ('user', 'system', 'hook'))
);
--> statement-breakpoint
CREATE TABLE "canary" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"note" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "members" (
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "members_workspace_id_user_id_pk" PRIMARY KEY("workspace_id","user_id"),
	CONSTRAINT "members_role" CHECK ("members"."role" in ('owner', 'editor', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "scheduler_ticks" (
	"name" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspace_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"version" integer NOT NULL,
	"wrapped" "bytea" NOT NULL,
	"master_key_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "workspace_keys_version" UNIQUE("workspace_id","kind","version"),
	CONSTRAINT "workspace_keys_kind" CHECK ("workspace_keys"."kind" in ('ledger', 'address', 'data'))
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"time_zone" text NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"support_may_resume" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_connection" FOREIGN KEY ("workspace_id","connection_id") REFERENCES "public"."connections"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_run" FOREIGN KEY ("workspace_id","run_id") REFERENCES "public"."runs"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_sync" FOREIGN KEY ("workspace_id","sync_id") REFERENCES "public"."syncs"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_rows" ADD CONSTRAINT "record_rows_sync" FOREIGN KEY ("workspace_id","sync_id") REFERENCES "public"."syncs"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tombstones" ADD CONSTRAINT "tombstones_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_sync" FOREIGN KEY ("workspace_id","sync_id") REFERENCES "public"."syncs"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "previews" ADD CONSTRAINT "previews_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "previews" ADD CONSTRAINT "previews_sync" FOREIGN KEY ("workspace_id","sync_id") REFERENCES "public"."syncs"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_sync" FOREIGN KEY ("workspace_id","sync_id") REFERENCES "public"."syncs"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_sync" FOREIGN KEY ("workspace_id","sync_id") REFERENCES "public"."syncs"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending" ADD CONSTRAINT "pending_sync" FOREIGN KEY ("workspace_id","sync_id") REFERENCES "public"."syncs"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "walks" ADD CONSTRAINT "walks_run" FOREIGN KEY ("workspace_id","run_id") REFERENCES "public"."runs"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_run" FOREIGN KEY ("workspace_id","run_id") REFERENCES "public"."runs"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leases" ADD CONSTRAINT "leases_sync" FOREIGN KEY ("workspace_id","sync_id") REFERENCES "public"."syncs"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_requested_by_user_users_id_fk" FOREIGN KEY ("requested_by_user") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_sync" FOREIGN KEY ("workspace_id","sync_id") REFERENCES "public"."syncs"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_publication" FOREIGN KEY ("sync_id","publication_id") REFERENCES "public"."publications"("sync_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_sync" FOREIGN KEY ("workspace_id","sync_id") REFERENCES "public"."syncs"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "syncs" ADD CONSTRAINT "syncs_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "syncs" ADD CONSTRAINT "syncs_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "syncs" ADD CONSTRAINT "syncs_source" FOREIGN KEY ("workspace_id","source_connection_id") REFERENCES "public"."connections"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "syncs" ADD CONSTRAINT "syncs_destination" FOREIGN KEY ("workspace_id","destination_connection_id") REFERENCES "public"."connections"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "syncs" ADD CONSTRAINT "syncs_live_publication" FOREIGN KEY ("id","live_publication_id") REFERENCES "public"."publications"("sync_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_keys" ADD CONSTRAINT "workspace_keys_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_user" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "credentials_workspace" ON "credentials" USING btree ("workspace_id");--> statement-breakpoint
CREATE UNIQUE INDEX "batches_one_open_per_run" ON "batches" USING btree ("run_id") WHERE closed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_one_open_per_record" ON "ledger" USING btree ("sync_id","record_id") WHERE "ledger"."state" in ('claimed', 'doubt');--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_one_open_per_address" ON "ledger" USING btree ("account","address_hash") WHERE "ledger"."state" in ('claimed', 'doubt');--> statement-breakpoint
CREATE INDEX "ledger_of_record" ON "ledger" USING btree ("sync_id","record_id","claimed_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "ledger_closed" ON "ledger" USING btree ("closed_at") WHERE closed_at is not null;--> statement-breakpoint
CREATE INDEX "record_rows_address" ON "record_rows" USING btree ("sync_id","account","address_hash");--> statement-breakpoint
CREATE INDEX "record_rows_living" ON "record_rows" USING btree ("sync_id","account","source_updated_at") WHERE outcome <> 'gone';--> statement-breakpoint
CREATE INDEX "record_rows_outcome" ON "record_rows" USING btree ("sync_id","outcome","settled_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "findings_one_open" ON "findings" USING btree ("workspace_id",coalesce("sync_id", '00000000-0000-0000-0000-000000000000'),"kind","subject") WHERE state <> 'resolved';--> statement-breakpoint
CREATE INDEX "findings_newest" ON "findings" USING btree ("workspace_id","opened_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "previews_of_sync" ON "previews" USING btree ("sync_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "previews_expiry" ON "previews" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "pending_in_order" ON "pending" USING btree ("sync_id","lane","withdrawal" DESC NULLS LAST,"seen_at" NULLS FIRST,"record_id");--> statement-breakpoint
CREATE INDEX "pending_tried" ON "pending" USING btree ("tried_by_run") WHERE tried_by_run is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "walks_one_open_per_run" ON "walks" USING btree ("run_id") WHERE "walks"."state" in ('walking', 'complete');--> statement-breakpoint
CREATE INDEX "walks_of_run" ON "walks" USING btree ("run_id","started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "walks_of_sync" ON "walks" USING btree ("sync_id","started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "runs_one_active_per_lane" ON "runs" USING btree ("sync_id","lane") WHERE "runs"."state" in ('queued', 'running', 'waiting');--> statement-breakpoint
CREATE INDEX "runs_active" ON "runs" USING btree ("state") WHERE "runs"."state" in ('queued', 'running', 'waiting');--> statement-breakpoint
CREATE INDEX "runs_newest" ON "runs" USING btree ("sync_id","requested_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "runs_finished" ON "runs" USING btree ("sync_id","finished_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "syncs_due" ON "syncs" USING btree ("next_run_at") WHERE state = 'active' and next_run_at is not null;--> statement-breakpoint
CREATE INDEX "activity_newest" ON "activity" USING btree ("workspace_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "members_user" ON "members" USING btree ("user_id");