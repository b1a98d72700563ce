CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"key_hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invitations_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "invitations_one_per_address" UNIQUE("workspace_id","email"),
	CONSTRAINT "invitations_role" CHECK ("invitations"."role" in ('owner', 'editor', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "support_staff" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "publishing_needs_approval" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_staff" ADD CONSTRAINT "support_staff_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_workspace" ON "api_keys" USING btree ("workspace_id");--> statement-breakpoint
DO $$
DECLARE
	made text;
	mine text := 'workspace_id = (SELECT NULLIF(current_setting(''nightpost.workspace'', true), '''')::uuid)';
BEGIN
	FOREACH made IN ARRAY ARRAY['invitations', 'api_keys'] LOOP
		EXECUTE format('ALTER TABLE public.%I ENABLE ROW LEVEL SECURITY', made);
		EXECUTE format('ALTER TABLE public.%I FORCE ROW LEVEL SECURITY', made);
		EXECUTE format('CREATE POLICY workspace ON public.%I TO nightpost_app USING (%s) WITH CHECK (%s)', made, mine, mine);
		EXECUTE format('CREATE POLICY system_reads ON public.%I FOR SELECT TO nightpost_system USING (true)', made);
	END LOOP;
END
$$;
--> statement-breakpoint
CREATE POLICY system_support_reads ON findings FOR SELECT TO nightpost_system USING (true);
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON invitations TO nightpost_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (last_used_at, revoked_at) ON api_keys TO nightpost_app;
--> statement-breakpoint
-- Who is support staff is the operator's to say: the app cannot.
GRANT SELECT ON support_staff TO nightpost_app;
--> statement-breakpoint
GRANT SELECT (user_id) ON support_staff TO nightpost_system;
--> statement-breakpoint
GRANT SELECT (id, workspace_id, email, role, token_hash, expires_at) ON invitations TO nightpost_system;
--> statement-breakpoint
GRANT SELECT (id, workspace_id, key_hash, scopes, revoked_at) ON api_keys TO nightpost_system;
--> statement-breakpoint
GRANT SELECT (support_may_resume) ON workspaces TO nightpost_system;
--> statement-breakpoint
GRANT SELECT (name, paused_at, pause_cause) ON syncs TO nightpost_system;
--> statement-breakpoint
GRANT SELECT (workspace_id, sync_id, kind, severity, state, evidence, opened_at) ON findings TO nightpost_system;
--> statement-breakpoint
-- An invitation by the hash of its token: the token is the right to see it.
CREATE FUNCTION system_invitation(token_hash text) RETURNS TABLE (workspace_id uuid, invitation_id uuid, workspace text, role text, email text, alive boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
	SELECT i.workspace_id, i.id, w.name, i.role, i.email, i.expires_at > clock_timestamp()
	FROM public.invitations i JOIN public.workspaces w ON w.id = i.workspace_id
	WHERE i.token_hash = system_invitation.token_hash
$$;
--> statement-breakpoint
CREATE FUNCTION system_api_key(key_hash text) RETURNS TABLE (workspace_id uuid, key_id uuid, scopes text[])
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
	SELECT k.workspace_id, k.id, k.scopes FROM public.api_keys k WHERE k.key_hash = system_api_key.key_hash AND k.revoked_at IS NULL
$$;
--> statement-breakpoint
-- What support staff see: syncs that are paused or about which something is found, with causes and ages. No record, no rule, no credential, no person.
CREATE FUNCTION system_support_syncs(staff uuid) RETURNS TABLE (workspace_id uuid, workspace text, may_resume boolean, sync_id uuid, sync text, state text,
	paused_at timestamptz, cause text, findings jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
	SELECT w.id, w.name, w.support_may_resume, s.id, s.name, s.state, s.paused_at, s.pause_cause ->> 'code', coalesce(f.list, '[]')
	FROM public.syncs s
	JOIN public.workspaces w ON w.id = s.workspace_id
	LEFT JOIN LATERAL (
		SELECT jsonb_agg(jsonb_build_object('kind', o.kind, 'severity', o.severity, 'sinceMs', public.epoch_ms(o.opened_at), 'code', o.evidence ->> 'code')
			ORDER BY array_position(ARRAY['critical', 'warning', 'info'], o.severity), o.opened_at) AS list
		FROM public.findings o WHERE o.workspace_id = s.workspace_id AND o.sync_id = s.id AND o.state <> 'resolved'
	) f ON true
	WHERE EXISTS (SELECT FROM public.support_staff m WHERE m.user_id = staff) AND (s.state = 'paused' OR f.list IS NOT NULL)
	ORDER BY w.created_at, s.id
$$;
--> statement-breakpoint
-- A sync that support staff may put back to work, and where it is; no row where they may not.
CREATE FUNCTION system_support_resumable(staff uuid, sync_id uuid) RETURNS TABLE (workspace_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
	SELECT w.id FROM public.syncs s JOIN public.workspaces w ON w.id = s.workspace_id
	WHERE s.id = system_support_resumable.sync_id AND s.state = 'paused' AND w.support_may_resume
		AND EXISTS (SELECT FROM public.support_staff m WHERE m.user_id = staff)
$$;
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO nightpost_system;
--> statement-breakpoint
DO $$
DECLARE
	made regprocedure;
BEGIN
	FOR made IN SELECT oid FROM pg_catalog.pg_proc WHERE pronamespace = 'public'::regnamespace
		AND proname IN ('system_invitation', 'system_api_key', 'system_support_syncs', 'system_support_resumable') LOOP
		EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', made);
		EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO nightpost_app', made);
		EXECUTE format('ALTER FUNCTION %s OWNER TO nightpost_system', made);
	END LOOP;
END
$$;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM nightpost_system;
