"""A recorder made of Debian's gst-rtsp-server (its ONVIF factory): started by ``real.py`` with the system's Python.

    /usr/bin/python3 gst_server.py CLIP CODEC BASE_NS [--fault late|cut|fewer|hole] [--user U --password P]

Prints its port. Each buffer carries nanoseconds since 1900 as its time, so ``rtponviftimestamp`` with ``ntp-offset=0``
writes the right 0xABAC times and ``Range: clock=`` arrives as the same number. A seek goes to the key frame before:
the payloader refuses frames before its segment, hence the probe.
"""

import argparse
import sys
import threading

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtsp", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtsp, GstRtspServer  # noqa: E402

CAPS = "video/x-{},stream-format=byte-stream,alignment=au"
PARSERS = {"h264": "h264parse", "h265": "h265parse"}


def access_units(clip: str, codec: str) -> list[tuple[int, int, bool, bytes]]:
    """(pts, dts, key, bytes) of each access unit in decoding order."""
    pipeline = Gst.parse_launch(
        f"filesrc location={clip} ! qtdemux ! {PARSERS[codec]} ! {CAPS.format(codec)} ! appsink name=sink sync=false"
    )
    sink = pipeline.get_by_name("sink")
    pipeline.set_state(Gst.State.PLAYING)
    units = []
    while (sample := sink.emit("pull-sample")) is not None:
        buffer = sample.get_buffer()
        key = not buffer.has_flags(Gst.BufferFlags.DELTA_UNIT)
        units.append((buffer.pts, buffer.dts, key, buffer.extract_dup(0, buffer.get_size())))
    pipeline.set_state(Gst.State.NULL)
    first = min(unit[0] for unit in units)
    return [(pts - first, dts - first, key, data) for pts, dts, key, data in units]


class Feeder:
    """Feeds one appsrc; the faults are here."""

    def __init__(self, appsrc, units, base_ns, fault, fail):
        self.appsrc, self.units, self.base, self.fault, self.fail = appsrc, units, base_ns, fault, fail
        self.next = 0
        self.sent = 0
        appsrc.connect("seek-data", self.seek)
        appsrc.connect("need-data", self.feed)

    def key_before(self, at):
        keys = [index for index, unit in enumerate(self.units) if unit[2] and self.base + unit[0] <= at]
        return keys[-1] if keys else 0

    def seek(self, _appsrc, at):
        self.next, self.sent = self.key_before(at), 0
        return True

    def feed(self, _appsrc, _length):
        if self.fault == "late" and self.sent == 0:
            threading.Event().wait(1)
        if self.fault == "cut" and self.sent >= 60:
            if self.sent == 60:
                self.fail()
            self.sent += 1
            return
        if self.fault == "hole" and 60 <= self.next < 110:
            self.next = 110
        if self.next >= len(self.units) or (self.fault == "fewer" and self.next >= 75):
            self.appsrc.emit("end-of-stream")
            return
        pts, dts, key, data = self.units[self.next]
        self.next += 1
        self.sent += 1
        buffer = Gst.Buffer.new_wrapped(data)
        buffer.pts, buffer.dts = self.base + pts, max(0, self.base + dts)
        if not key:
            buffer.set_flags(Gst.BufferFlags.DELTA_UNIT)
        self.appsrc.emit("push-buffer", buffer)


class Factory(GstRtspServer.RTSPOnvifMediaFactory):
    def __init__(self, units, codec, base_ns, fault, fail):
        super().__init__()
        self.given = units, base_ns, fault, fail
        self.codec = codec
        self.feeders = []
        self.set_replay_support(True)
        self.set_media_gtype(GstRtspServer.RTSPOnvifMedia)
        self.set_shared(False)

    def do_create_element(self, _url):
        element = Gst.parse_bin_from_description(
            f"appsrc name=src format=time stream-type=seekable caps={CAPS.format(self.codec)}", False
        )
        outer = Gst.Bin.new("outer")
        appsrc = element.get_by_name("src")
        element.remove(appsrc)
        pay = Gst.parse_bin_from_description(
            f"queue name=in ! {PARSERS[self.codec]} ! rtp{self.codec}pay pt=96 ! rtponviftimestamp name=stamp "
            "ntp-offset=0 set-e-bit=true set-t-bit=true drop-out-of-segment=false ! queue name=out",
            False,
        )
        pay.set_name("pay0")
        pay.add_pad(Gst.GhostPad.new("sink", pay.get_by_name("in").get_static_pad("sink")))
        pay.add_pad(Gst.GhostPad.new("src", pay.get_by_name("out").get_static_pad("src")))
        outer.add(appsrc)
        outer.add(pay)
        appsrc.link(pay)
        feeder = Feeder(appsrc, *self.given)
        self.feeders.append(feeder)
        pay.get_static_pad("src").add_probe(Gst.PadProbeType.EVENT_UPSTREAM, self.snap, (feeder, appsrc))
        return outer

    def snap(self, _pad, info, given):
        event = info.get_event()
        feeder, appsrc = given
        if event.type != Gst.EventType.SEEK:
            return Gst.PadProbeReturn.OK
        rate, form, _flags, start_type, start, stop_type, stop = event.parse_seek()
        if feeder.units and start_type == Gst.SeekType.SET:
            at = feeder.base + feeder.units[feeder.key_before(start)][0]
            flush = Gst.SeekFlags.FLUSH
            appsrc.send_event(Gst.Event.new_seek(rate, form, flush, start_type, min(at, start), stop_type, stop))
            return Gst.PadProbeReturn.HANDLED
        return Gst.PadProbeReturn.OK


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("clip")
    parser.add_argument("codec", choices=PARSERS)
    parser.add_argument("base_ns", type=int)
    parser.add_argument("--fault", default="")
    parser.add_argument("--user")
    parser.add_argument("--password")
    asked = parser.parse_args()
    Gst.init(None)
    units = access_units(asked.clip, asked.codec)
    loop = GLib.MainLoop()
    server = GstRtspServer.RTSPOnvifServer()
    server.set_address("127.0.0.1")
    server.set_service("0")

    def fail():
        for client in server.client_filter(None):
            client.close()
        return False

    factory = Factory(units, asked.codec, asked.base_ns, asked.fault, lambda: GLib.timeout_add(200, fail))
    factory.set_clock(Gst.SystemClock.obtain())
    if asked.user:
        auth = GstRtspServer.RTSPAuth()
        auth.set_supported_methods(GstRtsp.RTSPAuthMethod.DIGEST)
        token = GstRtspServer.RTSPToken()
        token.set_string("media.factory.role", "viewer")
        auth.add_digest(asked.user, asked.password, token)
        server.set_auth(auth)
        rights = "media.factory.access=(boolean)true,media.factory.construct=(boolean)true"
        factory.add_role_from_structure(Gst.Structure.from_string(f"viewer,{rights}")[0])
    mounts = server.get_mount_points()
    mounts.add_factory("/camera1", factory)
    server.attach(None)
    print(server.get_bound_port(), flush=True)
    # Whoever started us holds our standard input: when they are gone, so are we.
    GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_HUP | GLib.IO_IN, lambda *_: loop.quit())
    loop.run()


if __name__ == "__main__":
    main()
