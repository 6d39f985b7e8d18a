import { expect, it, vi } from "vitest";
import { createPasskey, signWithPasskey, toBytes, toText } from "./passkey";

const bytes = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer;

it("base64url_text_decodes_to_the_same_bytes", () => {
	const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
	const text = toText(all.buffer);
	expect(text).not.toMatch(/[+/=]/);
	expect([...toBytes(text)]).toEqual([...all]);
});

it("browser_gets_bytes_and_server_gets_text", async () => {
	const requests: unknown[] = [];
	const credential = (response: object) => ({ id: "aWQ", rawId: bytes("id"), type: "public-key", response });
	vi.stubGlobal("navigator", {
		credentials: {
			create: async (options: unknown) => {
				requests.push(options);
				return credential({ attestationObject: bytes("a"), clientDataJSON: bytes("c") });
			},
			get: async (options: unknown) => {
				requests.push(options);
				return credential({
					authenticatorData: bytes("d"),
					clientDataJSON: bytes("c"),
					signature: bytes("s"),
					userHandle: null,
				});
			},
		},
	});
	const made = await createPasskey({ publicKey: { challenge: "YQ", user: { id: "Yg", name: "kim" } } });
	const signed = await signWithPasskey({ publicKey: { challenge: "YQ", allowCredentials: [{ id: "Yg" }] } });
	vi.unstubAllGlobals();
	expect(requests[0]).toMatchObject({
		publicKey: { challenge: toBytes("YQ"), user: { id: toBytes("Yg"), name: "kim" } },
	});
	expect(requests[1]).toMatchObject({ publicKey: { allowCredentials: [{ id: toBytes("Yg") }] } });
	expect(made).toMatchObject({ rawId: "aWQ", response: { attestationObject: "YQ", clientDataJSON: "Yw" } });
	expect(signed).toMatchObject({ response: { signature: "cw", userHandle: null } });
});
