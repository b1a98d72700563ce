import { z } from "zod";

export const signInSchema = z.object({
  email: z.string().trim().min(1).pipe(z.email()),
  password: z.string().min(1),
  next: z.string().optional(),
});

export const enterDemoSchema = signInSchema.pick({ next: true });
