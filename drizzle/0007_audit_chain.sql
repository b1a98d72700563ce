CREATE TABLE "activity_heads" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "activity" DROP CONSTRAINT "activity_actor_kind";--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "seq" bigint;--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "prev_hash" text;--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "hash" text;--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "seal" text;--> statement-breakpoint
ALTER TABLE "activity_heads" ADD CONSTRAINT "activity_heads_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_chain" UNIQUE("workspace_id","seq");--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_actor_kind" CHECK ("activity"."actor_kind" in ('user', 'support', 'system', 'hook'));--> statement-breakpoint
ALTER TABLE activity_heads ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE activity_heads FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON activity_heads TO nightpost_app
	USING (workspace_id = (SELECT NULLIF(current_setting('nightpost.workspace', true), '')::uuid))
	WITH CHECK (workspace_id = (SELECT NULLIF(current_setting('nightpost.workspace', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY system_chains ON activity_heads TO nightpost_system USING (true) WITH CHECK (true);
--> statement-breakpoint
-- The app reads the head; only the two functions below move it.
GRANT SELECT ON activity_heads TO nightpost_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON activity_heads TO nightpost_system;
--> statement-breakpoint
-- Entries from before the chain stay as they are; every new one is in it.
ALTER TABLE activity ADD CONSTRAINT activity_is_chained CHECK (seq IS NOT NULL AND prev_hash IS NOT NULL AND hash IS NOT NULL AND seal IS NOT NULL) NOT VALID;
--> statement-breakpoint
-- The end of this workspace's chain, locked until the transaction ends: entries are made one after the other, whatever the number of connections.
CREATE FUNCTION system_lock_activity_head() RETURNS TABLE (seq bigint, hash text, at timestamptz)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = '' AS $$
DECLARE
	mine uuid := NULLIF(current_setting('nightpost.workspace', true), '')::uuid;
BEGIN
	INSERT INTO public.activity_heads AS h (workspace_id, seq, hash) VALUES (mine, 0, '') ON CONFLICT DO NOTHING;
	PERFORM FROM public.activity_heads h WHERE h.workspace_id = mine FOR UPDATE;
	RETURN QUERY SELECT h.seq, h.hash, clock_timestamp() FROM public.activity_heads h WHERE h.workspace_id = mine;
END
$$;
--> statement-breakpoint
-- Whoever inserts without holding the end of the chain, or beside it, is refused.
CREATE FUNCTION system_chain_activity() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
	UPDATE public.activity_heads h SET seq = NEW.seq, hash = NEW.hash
	WHERE h.workspace_id = NEW.workspace_id AND h.seq = NEW.seq - 1 AND (h.seq = 0 OR h.hash = NEW.prev_hash);
	IF NOT FOUND THEN
		RAISE EXCEPTION 'activity is a chain: this entry does not follow its last' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER activity_chained BEFORE INSERT ON activity FOR EACH ROW EXECUTE FUNCTION system_chain_activity();
--> statement-breakpoint
-- For what an operator runs over all workspaces: `audit:verify`, `keys:rotate`.
CREATE FUNCTION system_workspaces() RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
	SELECT w.id FROM public.workspaces w ORDER BY w.created_at, w.id
$$;
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO nightpost_system;
--> statement-breakpoint
DO $$
DECLARE
	made regprocedure;
BEGIN
	FOR made IN SELECT oid FROM pg_catalog.pg_proc WHERE pronamespace = 'public'::regnamespace
		AND proname IN ('system_lock_activity_head', 'system_chain_activity', 'system_workspaces') LOOP
		EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', made);
		EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO nightpost_app', made);
		EXECUTE format('ALTER FUNCTION %s OWNER TO nightpost_system', made);
	END LOOP;
END
$$;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM nightpost_system;
