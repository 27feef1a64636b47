"""The lab: experiments with the engine that make something to keep."""
